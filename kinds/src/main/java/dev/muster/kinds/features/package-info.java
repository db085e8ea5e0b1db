/**
 * Which features of Kubernetes are on, as {@code --feature-gates} and {@code --emulated-version}
 * say. One enum, passed in, never global. Immutable; a setting that makes no sense is an {@link
 * java.lang.IllegalArgumentException} in Kubernetes' words.
 */
@NullMarked
package dev.muster.kinds.features;

import org.jspecify.annotations.NullMarked;
