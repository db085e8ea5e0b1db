/**
 * {@code muster who-can} and {@code muster why}: questions about a policy, in files or of a live
 * cluster.
 *
 * <p>Nothing is changed anywhere. What cannot be read or understood is one sentence on standard
 * error and a failure.
 */
@NullMarked
package dev.muster.cli.access;

import org.jspecify.annotations.NullMarked;
