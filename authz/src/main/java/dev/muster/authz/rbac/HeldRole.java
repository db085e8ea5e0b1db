package dev.muster.authz.rbac;

import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import java.util.Optional;

/**
 * A binding that concerns a user, the first subject in it that does, and its role if that exists.
 */
public record HeldRole(AnyBinding binding, Subject subject, Optional<AnyRole> role) {}
