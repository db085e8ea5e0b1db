/** Roles and bindings. Stateless strategies, safe for any thread. */
@NullMarked
package dev.muster.api.rbac;

import org.jspecify.annotations.NullMarked;
