/**
 * Sandboxes and containers: their life, and what is known of them on disk.
 *
 * <p>Threading: every operation may be called from any thread; those on one sandbox or container
 * take turns. Failure: an operation that fails has undone what it did.
 *
 * <p>INVARIANT (restart): a directory with a record is a sandbox or container that exists; one
 * without is what an interrupted operation left, and is removed at the next start.
 */
@NullMarked
package dev.muster.runtime.pods;

import org.jspecify.annotations.NullMarked;
