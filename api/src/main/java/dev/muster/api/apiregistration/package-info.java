/** Which server answers for which group and version. */
@NullMarked
package dev.muster.api.apiregistration;

import org.jspecify.annotations.NullMarked;
