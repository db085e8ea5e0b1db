/** Scales of whatever has one. */
@NullMarked
package dev.muster.controllers.scale;

import org.jspecify.annotations.NullMarked;
