@NullMarked
package dev.muster.kinds.meta;

import org.jspecify.annotations.NullMarked;
