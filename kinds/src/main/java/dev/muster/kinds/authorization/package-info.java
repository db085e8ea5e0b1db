/** Questions about access, in their older version. Pure and thread-safe. */
@NullMarked
package dev.muster.kinds.authorization;

import org.jspecify.annotations.NullMarked;
