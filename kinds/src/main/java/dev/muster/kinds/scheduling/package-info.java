/**
 * Priorities, and which nodes a pod may be on by its affinity and tolerations, for all who ask.
 * Stateless, safe for any thread.
 */
@NullMarked
package dev.muster.kinds.scheduling;

import org.jspecify.annotations.NullMarked;
