/** What a hostile tenant tries, one class for each boundary: nothing of it may succeed. */
@NullMarked
package dev.muster.apiserver.hostile;

import org.jspecify.annotations.NullMarked;
