package dev.talaria.deploy.internal.agent;

import dev.talaria.admin.DeployAgent.Outcome;
import java.util.Optional;
import org.osgi.framework.Bundle;

/**
 * What became of a file, as published.
 *
 * @param file its name
 * @param outcome what became of it
 * @param sha256 of the content that this is about, or empty
 * @param symbolicName of its bundle, or empty
 * @param version of its bundle, or empty
 * @param reason why, for the operator
 * @param bundle that it stands for in the framework
 * @param looks how often the file was looked into
 */
public record FileStatus(
    String file,
    Outcome outcome,
    String sha256,
    String symbolicName,
    String version,
    String reason,
    Optional<Bundle> bundle,
    long looks) {}
