@NullMarked
package dev.muster.api;

import org.jspecify.annotations.NullMarked;
