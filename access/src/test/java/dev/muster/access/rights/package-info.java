@NullMarked
package dev.muster.access.rights;

import org.jspecify.annotations.NullMarked;
