/** Roles and bindings. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.kinds.rbac;

import org.jspecify.annotations.NullMarked;
