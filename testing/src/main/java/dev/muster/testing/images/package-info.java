/** Container images of this machine's own programs, where they come from, what is made of them. */
@NullMarked
package dev.muster.testing.images;

import org.jspecify.annotations.NullMarked;
