/**
 * Deployments: a ReplicaSet for each template, and how the pods move from one to the next. What is
 * to be done is a pure function of what is there ({@code DeploymentPlanner}); {@code
 * DeploymentReconciler} does it.
 */
@NullMarked
package dev.muster.controllers.deployments;

import org.jspecify.annotations.NullMarked;
