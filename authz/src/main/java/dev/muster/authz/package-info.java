/**
 * Who may do what, and why: request attributes, decisions, and the authorizers that make them.
 *
 * <p>A pure library: it knows neither HTTP nor storage. Every type is immutable or publishes
 * immutable snapshots, so all of it may be shared between threads. A denial is a value; an
 * exception means that something is broken.
 */
@NullMarked
package dev.muster.authz;

import org.jspecify.annotations.NullMarked;
