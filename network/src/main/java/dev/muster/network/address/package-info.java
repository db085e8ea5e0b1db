/**
 * Addresses and ranges of IPv4 as numbers: what is written into rules is made of these, never of
 * text that somebody sent. Values only, thread-safe.
 */
@NullMarked
package dev.muster.network.address;

import org.jspecify.annotations.NullMarked;
