/** Autoscalers. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.autoscaling;

import org.jspecify.annotations.NullMarked;
