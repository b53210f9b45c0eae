package dev.talaria.admin;

/** What can change how a candidate for a tool name fares. */
public enum ToolEvent {
  /** It came: its service, its registration, its server's list. */
  ARRIVED,
  /** It went. */
  LEFT,
  /** Its service went, perhaps only for a moment. */
  SUSPENDED,
  /** A deployment became its owner's current one. */
  PROMOTED,
  /** A core bundle's manifest reserved the name. */
  DECLARED,
  /** An owner got its place among the others. */
  PLACED,
  /** Nothing of its owner is installed any more. */
  FORGOTTEN,
  /** The operator decided something. */
  POLICY,
  /** Its server said anew what it offers. */
  REFRESHED,
  /** The connection to its server was lost or is back. */
  CONNECTION,
  /** What says whether it can work came to another verdict. */
  AVAILABILITY
}
