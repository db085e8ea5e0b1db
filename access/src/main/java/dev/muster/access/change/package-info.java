/** Who gains and who loses what by a change of roles and bindings, before it is made. */
@NullMarked
package dev.muster.access.change;

import org.jspecify.annotations.NullMarked;
