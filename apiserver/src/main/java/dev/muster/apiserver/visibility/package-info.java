/**
 * Lists and watches that show what their caller may see instead of being refused.
 *
 * <p>What is seen is decided here, below all encodings; handlers take the objects they answer with
 * from a {@link dev.muster.apiserver.visibility.Visibility} and from nowhere else.
 */
@NullMarked
package dev.muster.apiserver.visibility;

import org.jspecify.annotations.NullMarked;
