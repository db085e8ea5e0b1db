/** The list of all kinds, each with the rules of its group. */
@NullMarked
package dev.muster.kinds;

import org.jspecify.annotations.NullMarked;
