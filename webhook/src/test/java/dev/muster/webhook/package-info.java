/** The webhook in front of a real API server. */
@NullMarked
package dev.muster.webhook;

import org.jspecify.annotations.NullMarked;
