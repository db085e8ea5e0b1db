/** Budgets, as functions. */
@NullMarked
package dev.muster.controllers.disruption;

import org.jspecify.annotations.NullMarked;
