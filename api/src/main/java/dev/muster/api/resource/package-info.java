/** Devices and claims to them. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.api.resource;

import org.jspecify.annotations.NullMarked;
