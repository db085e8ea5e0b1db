/**
 * Nodes that only say that they run pods: no containers, no images, no root. For trying out
 * workloads, and for tests. They speak only the Kubernetes API, as nodes do.
 */
@NullMarked
package dev.muster.controllers.simulated;

import org.jspecify.annotations.NullMarked;
