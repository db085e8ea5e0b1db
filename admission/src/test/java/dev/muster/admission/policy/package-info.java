/** Policies in CEL against writes of objects. */
@NullMarked
package dev.muster.admission.policy;

import org.jspecify.annotations.NullMarked;
