/** What controllers read of objects, and the resources they know. Pure functions. */
@NullMarked
package dev.muster.controllers.objects;

import org.jspecify.annotations.NullMarked;
