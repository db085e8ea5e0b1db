package dev.muster.access.record;

import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacGrant;

/**
 * A rule that somebody has, or part of one, that no recorded request needed.
 *
 * @param whole whether nothing of the rule was of use
 * @param parts the values of the rule that were of no use; empty if none was
 */
public record UnusedGrant(RbacGrant grant, boolean whole, PolicyRule parts) {}
