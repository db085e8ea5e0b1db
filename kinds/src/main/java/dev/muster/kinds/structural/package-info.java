/**
 * Schemas of custom resources, compiled once per definition: what is kept of an object, what is
 * filled in, what is wrong with it, and how server-side apply owns it. Immutable, safe for any
 * thread. Values are any JSON; a fault in one is told, never thrown.
 */
@NullMarked
package dev.muster.kinds.structural;

import org.jspecify.annotations.NullMarked;
