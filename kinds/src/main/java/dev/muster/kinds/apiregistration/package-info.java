/** Which server answers for which group and version. */
@NullMarked
package dev.muster.kinds.apiregistration;

import org.jspecify.annotations.NullMarked;
