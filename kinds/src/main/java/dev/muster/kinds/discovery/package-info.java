/**
 * What the server tells of itself: groups, versions and resources, derived from the kinds it serves
 * and encoded once. Immutable, safe for any thread; a question about something unknown gets
 * nothing.
 */
@NullMarked
package dev.muster.kinds.discovery;

import org.jspecify.annotations.NullMarked;
