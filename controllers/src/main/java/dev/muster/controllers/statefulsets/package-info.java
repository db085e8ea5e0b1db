/**
 * StatefulSets: pods with names, in order, each with claims of its own. What is to be done next is
 * a pure function of what is there ({@code StatefulPlanner}); {@code StatefulReconciler} does it.
 */
@NullMarked
package dev.muster.controllers.statefulsets;

import org.jspecify.annotations.NullMarked;
