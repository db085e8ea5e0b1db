/** The size of whatever has one, by its subresource. */
@NullMarked
package dev.muster.controllers.scale;

import org.jspecify.annotations.NullMarked;
