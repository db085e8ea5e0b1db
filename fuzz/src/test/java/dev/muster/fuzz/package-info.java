/**
 * One class for each kind of foreign bytes, with what must hold whatever they are. Under {@code
 * ./fuzz} Jazzer makes the inputs; as a test each runs on the inputs that are kept beside it, among
 * them all that once broke something.
 */
@NullMarked
package dev.muster.fuzz;

import org.jspecify.annotations.NullMarked;
