@NullMarked
package dev.muster.kinds.apiextensions;

import org.jspecify.annotations.NullMarked;
