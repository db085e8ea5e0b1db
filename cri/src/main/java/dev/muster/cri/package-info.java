/** The container runtime interface: its contract, client and server on unix sockets. */
@NullMarked
package dev.muster.cri;

import org.jspecify.annotations.NullMarked;
