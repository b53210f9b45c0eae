package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgValue;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A look at a file that may be taken.
 *
 * @param reading what is in it
 * @param held what Config Admin holds; empty when it has no such configuration
 * @param news whether the file is unreadable in another way than before
 */
public record Look(Reading reading, Optional<SortedMap<String, CfgValue>> held, boolean news) {}
