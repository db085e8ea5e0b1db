/** Amounts of resources: parsing, comparing and writing them as Kubernetes does. Immutable. */
@NullMarked
package dev.muster.model.quantity;

import org.jspecify.annotations.NullMarked;
