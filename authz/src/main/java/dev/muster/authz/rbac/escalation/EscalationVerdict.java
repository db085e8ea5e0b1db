package dev.muster.authz.rbac.escalation;

/** Whether a write to an RBAC object may go on, as far as escalation is concerned. */
public sealed interface EscalationVerdict {

  /** It grants nothing that its author does not hold or may not hand out. */
  record Permitted() implements EscalationVerdict {}

  /** Answer 403 with this message (after {@code <resource> "<name>" is forbidden: }). */
  record Forbidden(String message) implements EscalationVerdict {}

  /**
   * What would be granted is unknown because the role does not exist. Answer 404 for the resource
   * being written with the role's name, as Kubernetes does.
   */
  record RoleNotFound(String roleName) implements EscalationVerdict {}

  /** The reference is to no kind of role at all; validation will say so better. Never write it. */
  record BadReference(String message) implements EscalationVerdict {}
}
