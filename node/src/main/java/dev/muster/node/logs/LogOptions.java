package dev.muster.node.logs;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Which part of a log is wanted.
 *
 * @param follow whether to go on while the container runs
 * @param timestamps whether lines begin with their time
 * @param tail how many lines of the end; all if empty
 * @param limit how many bytes at most
 * @param since only lines from then on
 */
public record LogOptions(
    boolean follow,
    boolean timestamps,
    OptionalLong tail,
    OptionalLong limit,
    Optional<Instant> since) {}
