/** Which nodes a pod may be on. Pure functions. */
@NullMarked
package dev.muster.controllers.nodes;

import org.jspecify.annotations.NullMarked;
