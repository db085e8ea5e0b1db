@NullMarked
package dev.muster.kinds.rbac;

import org.jspecify.annotations.NullMarked;
