/**
 * Pods and pod templates: what is filled in, what is set by the server, what is refused and with
 * which words, and what the writer is warned of. Volumes and security contexts have packages of
 * their own below. Everything here is stateless and safe for any thread; faults are collected, and
 * nothing throws for bad input.
 */
@NullMarked
package dev.muster.kinds.pods;

import org.jspecify.annotations.NullMarked;
