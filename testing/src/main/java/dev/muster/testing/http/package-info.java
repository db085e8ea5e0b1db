/** Clients that send what no well-behaved one would. */
@NullMarked
package dev.muster.testing.http;

import org.jspecify.annotations.NullMarked;
