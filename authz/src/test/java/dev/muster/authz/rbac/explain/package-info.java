@NullMarked
package dev.muster.authz.rbac.explain;

import org.jspecify.annotations.NullMarked;
