/**
 * Probes of running containers: commands, HTTP, TCP and gRPC, on a thread for each probe.
 *
 * <p>{@link dev.muster.node.probes.Probes} is thread-safe. A probe that cannot be made counts as
 * one that failed; nothing is thrown.
 */
@NullMarked
package dev.muster.node.probes;

import org.jspecify.annotations.NullMarked;
