/**
 * Files that are read again when they change, without a restart. Each is followed by one thread of
 * its own; what a change means is its reader's business.
 */
@NullMarked
package dev.muster.apiserver.reload;

import org.jspecify.annotations.NullMarked;
