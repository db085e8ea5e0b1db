/** Jobs, as functions. */
@NullMarked
package dev.muster.controllers.job;

import org.jspecify.annotations.NullMarked;
