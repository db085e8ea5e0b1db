/**
 * The bridge that pods of a node are connected to, with a range of addresses that nothing else on
 * the machine has.
 *
 * <p>A bridge belongs to a data directory: the next run on it takes over what an earlier one left,
 * also one that was killed, and a bridge whose directory is gone is removed by whoever comes next.
 * Failures are {@link java.io.IOException}s that say what to do.
 */
@NullMarked
package dev.muster.network.bridge;

import org.jspecify.annotations.NullMarked;
