/** How often something fails, for those who tell of it. */
@NullMarked
package dev.muster.apiserver.failures;

import org.jspecify.annotations.NullMarked;
