/** The core group's kinds other than pods. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.core;

import org.jspecify.annotations.NullMarked;
