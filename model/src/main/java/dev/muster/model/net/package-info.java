/** IP addresses and ranges: what is accepted and how it should be written. Immutable values. */
@NullMarked
package dev.muster.model.net;

import org.jspecify.annotations.NullMarked;
