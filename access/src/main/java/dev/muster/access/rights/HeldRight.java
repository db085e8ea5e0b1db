package dev.muster.access.rights;

import dev.muster.authz.rbac.RbacGrant;

/** A right, and what gives it. */
public record HeldRight(Right right, RbacGrant by) {}
