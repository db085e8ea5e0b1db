/**
 * The audit log: who asked for what, whether it was allowed and why, one JSON object a line, in the
 * form of {@code audit.k8s.io/v1}; with what was sent and answered where a policy asks for it, and
 * never with the contents of secrets or tokens.
 *
 * <p>Requests hand their events to a bounded queue and never wait for the disk; one thread writes.
 * When the queue is full an event is lost, counted, and the loss is logged.
 */
@NullMarked
package dev.muster.apiserver.audit;

import org.jspecify.annotations.NullMarked;
