package dev.talaria.registry.internal.osgi;

import dev.talaria.api.Origin;
import dev.talaria.registry.internal.hook.HookKind;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.model.OwnerState;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Optional;

/**
 * Whether a hook is used.
 *
 * @param mayApprove whether it may decide that nobody is asked
 * @param refusal why not, if that is the operator's to change
 */
record HookStanding(boolean used, boolean mayApprove, Optional<String> refusal) {
  private static final HookStanding CORE = new HookStanding(true, true, Optional.empty());

  /** Not used, and nothing is wrong with that. */
  static final HookStanding ASIDE = new HookStanding(false, false, Optional.empty());

  /** Decides about the hooks of one kind of a bundle, as it is now. */
  static HookStanding of(BundleRecord record, HookKind kind, Inputs inputs) {
    OwnerId owner = record.owner();
    Optional<String> promoted = inputs.owner(owner).flatMap(OwnerState::promoted);
    boolean stands =
        record.fault().isPresent()
            || owner.origin() == Origin.BUILTIN
            || promoted.equals(Optional.of(record.deployment()));
    return stands ? oncePromoted(record, kind, inputs) : ASIDE;
  }

  /** Decides as if the bundle's deployment were the promoted one. */
  static HookStanding oncePromoted(BundleRecord record, HookKind kind, Inputs inputs) {
    if (record.fault().isPresent()) {
      return refused(record.fault().get());
    }
    OwnerId owner = record.owner();
    if (owner.origin() == Origin.BUILTIN) {
      return CORE;
    }
    PluginPolicy policy = inputs.policy().plugin(owner.name());
    if (!policy.enabled()) {
      return ASIDE;
    }
    String grant = kind.grant();
    return policy.grants().contains(grant)
        ? new HookStanding(
            true, policy.grants().contains(PluginPolicy.GRANT_APPROVE), Optional.empty())
        : refused(
            "add "
                + grant
                + " to grants in "
                + Policy.pluginPid(owner.name())
                + " (talaria policy grant "
                + owner.name()
                + " "
                + grant
                + ")");
  }

  private static HookStanding refused(String why) {
    return new HookStanding(false, false, Optional.of(why));
  }
}
