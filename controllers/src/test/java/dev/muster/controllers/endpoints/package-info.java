/** Endpoints, as functions. */
@NullMarked
package dev.muster.controllers.endpoints;

import org.jspecify.annotations.NullMarked;
