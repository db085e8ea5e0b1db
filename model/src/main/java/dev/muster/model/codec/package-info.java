/**
 * Between bytes and canonical trees: strict, bounded, and with the messages of the real decoder.
 * Thread-safe.
 */
@NullMarked
package dev.muster.model.codec;

import org.jspecify.annotations.NullMarked;
