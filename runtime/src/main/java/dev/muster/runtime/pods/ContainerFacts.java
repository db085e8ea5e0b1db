package dev.muster.runtime.pods;

import dev.muster.runtime.process.LiveProcess;
import java.util.Optional;

/**
 * What can be told of a container beside its configuration. Times are nanoseconds since 1970, 0 for
 * what has not happened.
 *
 * @param ids of its first process, read while it lives and as last seen afterwards, as they are
 *     inside the container
 */
public record ContainerFacts(
    long createdAt,
    long startedAt,
    long finishedAt,
    int exitCode,
    String reason,
    String message,
    String imageName,
    String imageId,
    String imageReference,
    Optional<LiveProcess.Ids> ids) {}
