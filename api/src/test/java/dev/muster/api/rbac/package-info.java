@NullMarked
package dev.muster.api.rbac;

import org.jspecify.annotations.NullMarked;
