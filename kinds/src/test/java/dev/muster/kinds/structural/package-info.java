@NullMarked
package dev.muster.kinds.structural;

import org.jspecify.annotations.NullMarked;
