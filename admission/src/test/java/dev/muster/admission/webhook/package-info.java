/** Webhooks that answer whatever a test wants. */
@NullMarked
package dev.muster.admission.webhook;

import org.jspecify.annotations.NullMarked;
