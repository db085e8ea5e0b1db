@NullMarked
package dev.muster.kinds.features;

import org.jspecify.annotations.NullMarked;
