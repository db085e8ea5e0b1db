/** Definitions of custom resources. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.apiextensions;

import org.jspecify.annotations.NullMarked;
