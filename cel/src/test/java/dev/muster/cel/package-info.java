/** Expressions, one line each, with the answers Kubernetes gives. */
@NullMarked
package dev.muster.cel;

import org.jspecify.annotations.NullMarked;
