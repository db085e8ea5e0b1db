package com.example.access;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacAuthorizer;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.util.List;

/** Kubernetes' RBAC for something that is no cluster: the doors of a house, floor by floor. */
public final class Doors {
  private static final String GROUP = "house.example.com";

  private final Authorizer authorizer;

  /** Cleaners open all doors of the ground floor. */
  public Doors() {
    RbacIndex policy = new RbacIndex();
    policy.put(
        new RbacObject.Role(
            Metadata.named("ground", "opener"),
            List.of(PolicyRule.on(List.of(GROUP), List.of("doors"), List.of("open")))));
    policy.put(
        new RbacObject.RoleBinding(
            Metadata.named("ground", "cleaners"),
            List.of(Subject.group("cleaners")),
            RoleRef.role("opener")));
    authorizer = new RbacAuthorizer(policy);
  }

  /** Whether somebody may open a door, and why. */
  public Decision open(User who, String floor, String door) {
    return authorizer.authorize(
        Attributes.resource(who, "open", GROUP, "v1", "doors", "", floor, door));
  }
}
