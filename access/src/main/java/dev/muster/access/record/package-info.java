/**
 * What somebody did, from an audit log: the smallest roles that would have allowed it, and which of
 * the grants that they have were of use. Streams in, roles out; memory is bounded by what may
 * differ, not by how long the log is. Used by one thread.
 */
@NullMarked
package dev.muster.access.record;

import org.jspecify.annotations.NullMarked;
