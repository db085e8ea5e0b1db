/** Amounts of resources: parsing, comparing and writing them as Kubernetes does. Immutable. */
@NullMarked
package dev.muster.api.quantity;

import org.jspecify.annotations.NullMarked;
