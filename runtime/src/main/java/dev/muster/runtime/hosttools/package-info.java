/** An image made of this machine's own programs, for clusters and tests without a network. */
@NullMarked
package dev.muster.runtime.hosttools;

import org.jspecify.annotations.NullMarked;
