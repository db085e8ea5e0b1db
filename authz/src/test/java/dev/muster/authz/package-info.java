@NullMarked
package dev.muster.authz;

import org.jspecify.annotations.NullMarked;
