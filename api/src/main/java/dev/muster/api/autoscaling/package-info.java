/** Autoscalers. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.api.autoscaling;

import org.jspecify.annotations.NullMarked;
