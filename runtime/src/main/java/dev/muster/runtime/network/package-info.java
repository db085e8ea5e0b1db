/**
 * The pod network: CNI plugins as the configuration in /etc/cni/net.d names them, or nothing but
 * loopback where there is none.
 */
@NullMarked
package dev.muster.runtime.network;

import org.jspecify.annotations.NullMarked;
