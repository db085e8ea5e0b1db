/**
 * Fair queuing of one priority level's requests: who gets the next seat, whoever else wants one.
 *
 * <p>{@link dev.muster.apiserver.flow.fair.QueueSet} is thread-safe, and the only one here that has
 * to be: its lock guards all the others, and is never held by a thread that waits for a seat. A
 * request that waits is a parked thread, usually a virtual one. Refusal is a value.
 */
@NullMarked
package dev.muster.apiserver.flow.fair;

import org.jspecify.annotations.NullMarked;
