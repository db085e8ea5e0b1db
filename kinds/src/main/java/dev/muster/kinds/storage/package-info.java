/** Storage classes, drivers and attachments. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.storage;

import org.jspecify.annotations.NullMarked;
