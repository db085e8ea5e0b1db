@NullMarked
package dev.muster.access.record;

import org.jspecify.annotations.NullMarked;
