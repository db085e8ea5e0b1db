package dev.muster.apiserver.access;

import dev.muster.authz.rbac.RbacSnapshot;

/**
 * All roles and bindings at one moment.
 *
 * @param revision of the store: these are the roles and bindings that it had then
 */
public record PolicyAt(RbacSnapshot policy, long revision) {}
