/** Quotas, as functions. */
@NullMarked
package dev.muster.controllers.quota;

import org.jspecify.annotations.NullMarked;
