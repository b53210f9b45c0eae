package dev.talaria.formats.cfg;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosingKeysTest {
  @ParameterizedTest
  @CsvSource({
    "dev.talaria.toolsets, disabled, Disabled DISABLED disable disables diabled dissabled"
        + " disbaled disabled_tools tools.disabled disabled-tools",
    "dev.talaria.toolsets, enabled, Enabled enable enabeld enabled_tools",
    "dev.talaria.registry, required_owner, required.owner requiredOwner Required_Owner"
        + " required_owners require_owner requred_owner",
    "dev.talaria.plugin~com.acme.weather, enabled, Enabled enable enabed is_enabled",
    "dev.talaria.deploy, trust, Trust trsut trusts trus TRUST",
    "dev.talaria.deploy, trusted_signers, trusted_signer trustedSigners trusted_singers",
    "dev.talaria.files, deny, Deny dney denied deny_paths denny",
    "dev.talaria.terminal, deny, Deny denied DENY",
    "dev.talaria.terminal, approval, Approval aproval approvals approve",
  })
  void whatLooksLikeAClosingKeyIsTakenForIt(String pid, String meant, String written) {
    for (String key : written.split(" +")) {
      assertThat(ClosingKeys.meantBy(pid, key)).as(key).contains(meant);
    }
    assertThat(ClosingKeys.meantBy(pid, meant)).as("the key itself").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "dev.talaria.registry, allow_tool_override call_timeout drain_timeout suspend_timeout"
        + " ask_timeout probe_ttl probe_grace probe_timeout max_result_chars turn_result_chars",
    "dev.talaria.plugin~x, enabled allow_tool_override override_tools grants max_concurrent_calls",
    "dev.talaria.toolsets, enabled disabled note description",
    "dev.talaria.toolset~x, description tools includes posture disable",
    "dev.talaria.deploy, folder settle rescan start_timeout trust allowed_sha256 trusted_signers"
        + " allow_source allow_plain_jar",
    "dev.talaria.files, roots deny file_read_max_chars max_file_bytes max_write_bytes"
        + " max_search_bytes search_seconds",
    "dev.talaria.terminal, approval allow roots deny environment max_output_chars max_background",
    "com.acme.weather, disable Enabled denied trusts",
  })
  void otherKeysAreNot(String pid, String keys) {
    for (String key : keys.split(" +")) {
      assertThat(ClosingKeys.meantBy(pid, key)).as(key).isEmpty();
    }
  }

  @Test
  void aFilesProblemNamesFileLineKeyAndWhatWasMeant() throws CfgException {
    CfgDocument document =
        CfgDocument.parse(
            "f", "# mine\nenabled = web\ndisable = x\n".getBytes(StandardCharsets.UTF_8));

    assertThat(ClosingKeys.problem("dev.talaria.toolsets", "etc/f.cfg", document))
        .get()
        .extracting(CfgProblem::sentence)
        .asString()
        .contains("etc/f.cfg", "line 3", "key disable", "write disabled");
  }
}
