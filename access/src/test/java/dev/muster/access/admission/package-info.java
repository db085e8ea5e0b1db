@NullMarked
package dev.muster.access.admission;

import org.jspecify.annotations.NullMarked;
