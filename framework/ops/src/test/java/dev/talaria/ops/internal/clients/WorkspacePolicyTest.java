package dev.talaria.ops.internal.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspacePolicyTest {
  @TempDir Path temp;
  private Path root;
  private Path work;
  private WorkspacePolicy policy;

  @BeforeEach
  void folders() throws IOException {
    root = temp.toRealPath();
    work = Files.createDirectories(root.resolve("a/work"));
    Files.createDirectories(root.resolve("a/home/data"));
    Files.createDirectories(root.resolve("dist/bin"));
    Files.createSymbolicLink(root.resolve("homelink"), root.resolve("a/home"));
    policy = new WorkspacePolicy(root.resolve("homelink"), root.resolve("dist"));
  }

  private void assertRefused(String folder, String reason) {
    assertThatThrownBy(() -> policy.resolve(List.of(folder)))
        .isInstanceOf(InvalidWorkspaceException.class)
        .hasMessageContaining("'" + folder + "'")
        .hasMessageContaining(reason);
  }

  @Test
  void foldersAreResolvedAndKeptOnce() throws Exception {
    Path link = Files.createSymbolicLink(root.resolve("link"), work);
    assertThat(policy.resolve(List.of(link.toString(), work.toString(), work + "/../work")))
        .containsExactly(work);
    assertThat(policy.resolve(List.of())).isEmpty();
  }

  @Test
  void theHomeAndTheDistributionAreOutOfReach() throws Exception {
    assertRefused(root.resolve("a/home").toString(), "contains the home folder");
    assertRefused(root.resolve("a").toString(), "contains the home folder");
    assertRefused("/", "contains the home folder");
    assertRefused(root.resolve("a/home/data").toString(), "lies in the home folder");
    assertRefused(root.resolve("homelink/data").toString(), "lies in the home folder");
    assertRefused(root.resolve("dist/bin").toString(), "lies in the distribution");
    Path checkout = Files.createDirectories(root.resolve("checkout/target/dist")).getParent();
    assertThat(
            new WorkspacePolicy(root.resolve("a/home"), checkout.resolve("dist"))
                .resolve(List.of(checkout.toString())))
        .containsExactly(checkout.toRealPath());
    Path link = Files.createSymbolicLink(work.resolve("out"), root.resolve("a"));
    assertRefused(link.toString(), "contains the home folder");
    assertThat(policy.resolve(List.of(Files.createDirectories(root.resolve("a/home2")).toString())))
        .hasSize(1);
  }

  @Test
  void whatIsNoFolderIsRefused() throws Exception {
    assertRefused("relative", "no absolute path");
    assertRefused("", "no absolute path");
    assertRefused(root.resolve("none").toString(), "no folder that can be read");
    assertRefused("/a\0b", "no folder that can be read");
    assertRefused(Files.createFile(root.resolve("file")).toString(), "is no folder");
    assertThatThrownBy(() -> policy.resolve(Collections.nCopies(17, work.toString())))
        .hasMessageContaining("at most 16");
  }
}
