package dev.talaria.registry.internal.availability;

/** What the registry found out about tools by asking their companions. Compared by value. */
public sealed interface Finding permits Verdict, Shown {}
