/**
 * HorizontalPodAutoscalers: their target is held within its bounds, and their status says what is
 * known. Metrics are not read: an autoscaler says so in its condition ScalingActive.
 */
@NullMarked
package dev.muster.controllers.autoscaler;

import org.jspecify.annotations.NullMarked;
