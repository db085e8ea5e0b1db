/**
 * What objects count against quotas: read by admission, which refuses what is too much, and by the
 * controller that counts what is there. Functions only.
 */
@NullMarked
package dev.muster.kinds.quota;

import org.jspecify.annotations.NullMarked;
