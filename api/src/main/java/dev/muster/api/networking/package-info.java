/** Ingresses and network policies. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.api.networking;

import org.jspecify.annotations.NullMarked;
