/** Keys that wait to be worked on. Thread-safe. */
@NullMarked
package dev.muster.client.queue;

import org.jspecify.annotations.NullMarked;
