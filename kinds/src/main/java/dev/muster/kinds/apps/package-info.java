/**
 * Workloads that keep a number of pods running, and their common scale. Stateless strategies, safe
 * for any thread.
 */
@NullMarked
package dev.muster.kinds.apps;

import org.jspecify.annotations.NullMarked;
