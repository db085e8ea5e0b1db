@NullMarked
package dev.muster.kinds.apps;

import org.jspecify.annotations.NullMarked;
