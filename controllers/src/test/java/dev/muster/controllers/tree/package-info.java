/** Objects written down in tests. */
@NullMarked
package dev.muster.controllers.tree;

import org.jspecify.annotations.NullMarked;
