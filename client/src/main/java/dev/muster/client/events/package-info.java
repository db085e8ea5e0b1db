/**
 * Events: what users are told happened to an object. Best effort: an event that cannot be written
 * is dropped, and nothing waits for one. Thread-safe.
 */
@NullMarked
package dev.muster.client.events;

import org.jspecify.annotations.NullMarked;
