@NullMarked
package dev.muster.admission;

import org.jspecify.annotations.NullMarked;
