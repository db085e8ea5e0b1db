/** What any module may use. */
@NullMarked
package dev.muster.base;

import org.jspecify.annotations.NullMarked;
