/**
 * Resources of pods that run: what was asked for, what the node has granted, and what containers
 * were last given. Which of these a status shows is Kubernetes' rule: never what was only asked
 * for.
 */
@NullMarked
package dev.muster.node.resize;

import org.jspecify.annotations.NullMarked;
