@NullMarked
package dev.muster.authz.rbac;

import org.jspecify.annotations.NullMarked;
