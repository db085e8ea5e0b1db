/**
 * CRI's RuntimeService: requests in, answers out. Each call runs on a thread of its own; a {@link
 * dev.muster.runtime.refusal.Refused} becomes the gRPC code of its kind, anything else INTERNAL.
 */
@NullMarked
package dev.muster.runtime.service;

import org.jspecify.annotations.NullMarked;
