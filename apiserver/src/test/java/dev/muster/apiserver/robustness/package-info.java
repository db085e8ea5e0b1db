/** Bad input over the wire: a clear refusal each, nothing stored, and the server keeps serving. */
@NullMarked
package dev.muster.apiserver.robustness;

import org.jspecify.annotations.NullMarked;
