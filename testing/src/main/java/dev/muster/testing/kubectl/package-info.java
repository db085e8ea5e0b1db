/** The real kubectl, as a user runs it. */
@NullMarked
package dev.muster.testing.kubectl;

import org.jspecify.annotations.NullMarked;
