/** Who waits at a listening port, and how many of them. */
@NullMarked
package dev.muster.base.sockets;

import org.jspecify.annotations.NullMarked;
