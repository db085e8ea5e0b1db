/**
 * Serves exec, attach and port-forward on loopback: WebSockets ({@code v5.channel.k8s.io} and its
 * elders, {@code SPDY/3.1+portforward.k8s.io}) and SPDY/3.1, at URLs that hold for one use and a
 * minute.
 *
 * <p>Threading: a platform thread for each connection and each stream, because some of them wait in
 * the kernel; connections are bounded. Failure: what goes wrong before the streams begin is an HTTP
 * error; after that it is a status on the error stream.
 */
@NullMarked
package dev.muster.runtime.streaming;

import org.jspecify.annotations.NullMarked;
