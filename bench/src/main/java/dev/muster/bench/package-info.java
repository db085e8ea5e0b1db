/** Measurements. {@code bench/run} runs them all and prints a table. */
@NullMarked
package dev.muster.bench;

import org.jspecify.annotations.NullMarked;
