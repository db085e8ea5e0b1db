/**
 * What an audit log says of a request that was made: found in files of any length with lines of any
 * length, in bounded memory. Whoever may send requests may have chosen any word of it.
 */
@NullMarked
package dev.muster.access.audited;

import org.jspecify.annotations.NullMarked;
