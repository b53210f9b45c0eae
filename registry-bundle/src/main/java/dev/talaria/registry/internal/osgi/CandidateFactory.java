package dev.talaria.registry.internal.osgi;

import dev.talaria.api.ToolSpec;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.osgi.DeclaredTools.DeclaredTool;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.Placeholder;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;

/** Makes candidates of tool services; holds each against what its bundle's manifest declares. */
final class CandidateFactory {
  private static final String NAME = ToolSpec.PREFIX_ + "name";
  private static final String TOOLSET = ToolSpec.PREFIX_ + "toolset";
  private static final String OVERRIDE = ToolSpec.PREFIX_ + "override";

  private final BundleContext context;

  CandidateFactory(BundleContext context) {
    this.context = context;
  }

  Candidate of(ServiceReference<?> reference, BundleRecord record) {
    String name = text(reference, NAME);
    String toolset = text(reference, TOOLSET);
    boolean override = Boolean.TRUE.equals(reference.getProperty(OVERRIDE));
    DeclaredTool declared = record.declared().byName().get(name);
    Optional<String> fault = fault(record, declared, name, toolset, override);
    ToolDocument document =
        fault.isPresent() || declared == null
            ? Placeholder.document(name.isEmpty() ? "(unnamed)" : name, toolset, override)
            : declared.document();
    String className = declared == null ? "" : declared.className();
    return new Candidate(
        (Long) reference.getProperty(Constants.SERVICE_ID),
        record.owner(),
        record.deployment(),
        override,
        reference.getProperty(Constants.SERVICE_RANKING) instanceof Integer ranking ? ranking : 0,
        document,
        fault,
        record.scope().version(),
        new Binding(
            record.scope(), document, new ServiceToolSource(context, reference, className)));
  }

  private static Optional<String> fault(
      BundleRecord record, DeclaredTool declared, String name, String toolset, boolean override) {
    if (record.fault().isPresent()) {
      return record.fault();
    }
    if (name.isEmpty()) {
      return Optional.of(
          "the service has no property " + NAME + ": put @ToolSpec beside @Component on its class");
    }
    if (declared == null) {
      return Optional.of(
          "the manifest of "
              + record.owner()
              + " does not declare it (no capability "
              + ToolSpec.NAMESPACE
              + " of this name): put @ToolSpec on its class and build the bundle anew");
    }
    if (declared.fault().isPresent()) {
      return declared.fault();
    }
    if (!declared.document().toolset().equals(toolset)
        || declared.document().override() != override) {
      return Optional.of(
          "the service says toolset "
              + toolset
              + " and override "
              + override
              + ", the manifest toolset "
              + declared.document().toolset()
              + " and override "
              + declared.document().override()
              + ": they must be the same");
    }
    return Optional.empty();
  }

  private static String text(ServiceReference<?> reference, String key) {
    return reference.getProperty(key) instanceof String text ? text : "";
  }
}
