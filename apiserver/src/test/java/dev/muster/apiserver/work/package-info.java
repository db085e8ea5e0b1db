/**
 * Counts what the server does for a body: turns of loops and calls, by an agent that writes a
 * counter into the classes, and bytes of memory. Both are the same on any machine.
 */
@NullMarked
package dev.muster.apiserver.work;

import org.jspecify.annotations.NullMarked;
