/** ResourceQuotas: counts what there is in a namespace, for admission to add to. */
@NullMarked
package dev.muster.controllers.quota;

import org.jspecify.annotations.NullMarked;
