/**
 * What the node is short of: signals and their thresholds, as kubelet's flags have them, which of
 * these are met, and the conditions that follow. Who goes because of it is not decided here.
 */
@NullMarked
package dev.muster.node.pressure;

import org.jspecify.annotations.NullMarked;
