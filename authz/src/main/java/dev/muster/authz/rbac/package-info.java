/**
 * Role-based access control: the policy objects, and an index over them that answers checks without
 * looking at bindings that do not concern the user.
 *
 * <p>{@link dev.muster.authz.rbac.RbacIndex} owns the policy: changes are applied one at a time and
 * each publishes a new immutable {@link dev.muster.authz.rbac.RbacSnapshot} before it returns, so
 * whoever saw a change return sees it in every later check. Readers never lock. A binding to a role
 * that does not exist grants nothing and is reported, it is not a failure.
 */
@NullMarked
package dev.muster.authz.rbac;

import org.jspecify.annotations.NullMarked;
