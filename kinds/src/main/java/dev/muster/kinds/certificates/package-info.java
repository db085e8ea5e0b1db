/** Certificate requests, and what each signer signs. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.certificates;

import org.jspecify.annotations.NullMarked;
