/**
 * PodDisruptionBudgets: how many of a budget's pods are healthy, and how many of them may be
 * evicted.
 */
@NullMarked
package dev.muster.controllers.disruption;

import org.jspecify.annotations.NullMarked;
