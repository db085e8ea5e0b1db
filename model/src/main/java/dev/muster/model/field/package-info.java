/**
 * Where in an object a value stands, and what is wrong with it there. Not thread-safe: one request,
 * one list of errors.
 */
@NullMarked
package dev.muster.model.field;

import org.jspecify.annotations.NullMarked;
