package dev.talaria.deploy.internal.settings;

import java.util.Locale;

/** Whose bundles are taken, from the most open to the most closed. */
public enum Trust {
  /** Who may write to the folder is the operator. */
  ANY,
  /** Only contents whose hash is listed. */
  ALLOWLIST,
  /** Only contents that a trusted signer signed. */
  SIGNED;

  /** Reads a configured value; what nobody knows is taken as the most closed. */
  static Trust of(String text) {
    for (Trust trust : values()) {
      if (trust.name().toLowerCase(Locale.ROOT).equals(text.strip())) {
        return trust;
      }
    }
    return SIGNED;
  }

  /** Whether this one is more open than the other. */
  public boolean opens(Trust other) {
    return compareTo(other) < 0;
  }
}
