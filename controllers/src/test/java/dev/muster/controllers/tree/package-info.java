/** Objects written down in tests. */
@NullMarked
package dev.muster.controllers.trees;

import org.jspecify.annotations.NullMarked;
