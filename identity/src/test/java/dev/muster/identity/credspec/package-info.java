/** Credential specs, valid ones and changed ones. */
@NullMarked
package dev.muster.identity.credspec;

import org.jspecify.annotations.NullMarked;
