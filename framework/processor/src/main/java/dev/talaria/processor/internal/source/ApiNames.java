package dev.talaria.processor.internal.source;

/**
 * Names of the types that the processor looks for. By name and not by class, so that the processor
 * works beside any version of the API and needs none of it on its own path.
 */
public final class ApiNames {
  public static final String API_PACKAGE = "dev.talaria.api";
  public static final String TOOL = API_PACKAGE + ".Tool";
  public static final String TOOL_SPEC = API_PACKAGE + ".ToolSpec";
  public static final String SEE_ALSO = API_PACKAGE + ".SeeAlso";
  public static final String SEE_ALSO_LIST = SEE_ALSO + ".List";
  public static final String PROBE = API_PACKAGE + ".AvailabilityProbe";
  public static final String PROBE_SPEC = API_PACKAGE + ".ProbeSpec";
  public static final String OVERLAY = API_PACKAGE + ".DefinitionOverlay";
  public static final String OVERLAY_SPEC = API_PACKAGE + ".OverlaySpec";
  public static final String DOC = API_PACKAGE + ".Doc";
  public static final String TITLE = API_PACKAGE + ".Title";
  public static final String EXAMPLE = API_PACKAGE + ".Example";
  public static final String FORMAT = API_PACKAGE + ".Format";
  public static final String TYPE_NAME = API_PACKAGE + ".TypeName";
  public static final String DEFAULT = API_PACKAGE + ".Default";
  public static final String MINIMUM = API_PACKAGE + ".Minimum";
  public static final String MAXIMUM = API_PACKAGE + ".Maximum";
  public static final String PATTERN = API_PACKAGE + ".Pattern";
  public static final String LENGTH = API_PACKAGE + ".Length";
  public static final String ITEMS = API_PACKAGE + ".Items";
  public static final String COMPONENT = "org.osgi.service.component.annotations.Component";
  public static final String ACTIVATE = "org.osgi.service.component.annotations.Activate";

  private ApiNames() {}
}
