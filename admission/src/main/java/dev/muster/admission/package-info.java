/**
 * The admission chain: what stands between an authorized write and the registry. Mutating plugins
 * run first, then, after validation, the validating ones. A plugin refuses by throwing an {@code
 * ApiException}; plugins are stateless and safe for any thread.
 */
@NullMarked
package dev.muster.admission;

import org.jspecify.annotations.NullMarked;
