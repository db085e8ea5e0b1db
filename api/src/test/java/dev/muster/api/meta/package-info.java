@NullMarked
package dev.muster.api.meta;

import org.jspecify.annotations.NullMarked;
