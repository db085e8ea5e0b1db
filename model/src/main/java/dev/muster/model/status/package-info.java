/** The Status answers Kubernetes gives, with its reasons, codes and wording. */
@NullMarked
package dev.muster.model.status;

import org.jspecify.annotations.NullMarked;
