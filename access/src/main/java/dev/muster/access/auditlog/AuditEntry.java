package dev.muster.access.auditlog;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import org.jspecify.annotations.Nullable;

/**
 * One request of an audit log.
 *
 * @param requestor who sent it
 * @param impersonated as whom, if as somebody else
 * @param constraint the verb of a constrained impersonation; empty for an ordinary one
 * @param request what the authorizer was asked, as the requestor or whom it impersonated
 * @param ended whether this is the last event of the request, so that it counts
 */
public record AuditEntry(
    User requestor,
    @Nullable User impersonated,
    String constraint,
    Attributes request,
    RequestOutcome outcome,
    boolean ended) {}
