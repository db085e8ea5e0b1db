/** Devices and claims to them. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.resource;

import org.jspecify.annotations.NullMarked;
