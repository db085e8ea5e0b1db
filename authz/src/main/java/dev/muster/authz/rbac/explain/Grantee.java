package dev.muster.authz.rbac.explain;

import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.Subject;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Somebody who may do something.
 *
 * @param subject with its namespace, if it is a service account
 * @param grants each of which allows it
 */
public record Grantee(Subject subject, List<RbacGrant> grants) {
  /** Groups, then users, then service accounts, each by name. */
  public static final Comparator<Subject> ORDER =
      Comparator.comparing((Subject s) -> rank(s.kind()))
          .thenComparing(Subject::namespace)
          .thenComparing(Subject::name);

  public Grantee {
    grants = List.copyOf(grants);
  }

  /** The subject by itself, whatever binding names it; empty if that concerns nobody. */
  public static Optional<Subject> standingAlone(Subject subject, String bindingNamespace) {
    return switch (subject.kind()) {
      case Subject.USER -> Optional.of(Subject.user(subject.name()));
      case Subject.GROUP -> Optional.of(Subject.group(subject.name()));
      case Subject.SERVICE_ACCOUNT -> {
        String namespace = subject.namespace().isEmpty() ? bindingNamespace : subject.namespace();
        yield namespace.isEmpty()
            ? Optional.empty()
            : Optional.of(Subject.serviceAccount(namespace, subject.name()));
      }
      default -> Optional.empty();
    };
  }

  private static int rank(String kind) {
    return switch (kind) {
      case Subject.GROUP -> 0;
      case Subject.USER -> 1;
      default -> 2;
    };
  }
}
