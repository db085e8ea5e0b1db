/** Programs of the host: iproute2 and nftables, run for a moment and heard to the end. */
@NullMarked
package dev.muster.network.host;

import org.jspecify.annotations.NullMarked;
