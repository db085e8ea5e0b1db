/** What somebody may do, all of it, and what of that is dangerous. Immutable. */
@NullMarked
package dev.muster.access.rights;

import org.jspecify.annotations.NullMarked;
