/**
 * User namespaces of pods: who may have one, and which of the host's ids are behind it.
 * Thread-safe. Failure means that the pod does not start; it never runs with the host's ids
 * instead.
 */
@NullMarked
package dev.muster.node.users;

import org.jspecify.annotations.NullMarked;
