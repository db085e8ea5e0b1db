/**
 * The container runtime interface (CRI v1): its contract in {@code src/main/protobuf}, generated
 * into {@code dev.muster.cri.v1}, and the plumbing that serves and calls it on unix sockets.
 *
 * <p>Threading: a server runs every call on a thread of its own; a client may be shared by all
 * threads. Failure: a call fails with an {@link io.grpc.StatusRuntimeException} whose status is the
 * peer's or the transport's.
 */
@NullMarked
package dev.muster.cri;

import org.jspecify.annotations.NullMarked;
