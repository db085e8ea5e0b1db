@NullMarked
package dev.muster.store;

import org.jspecify.annotations.NullMarked;
