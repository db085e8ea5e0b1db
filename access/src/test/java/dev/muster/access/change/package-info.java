@NullMarked
package dev.muster.access.change;

import org.jspecify.annotations.NullMarked;
