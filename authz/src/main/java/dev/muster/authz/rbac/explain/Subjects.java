package dev.muster.authz.rbac.explain;

import dev.muster.authz.rbac.RbacObject.AnyBinding;
import java.util.Comparator;
import java.util.List;

/** Whom bindings name, in a few words. */
final class Subjects {
  private static final int MOST = 3;

  private Subjects() {}

  /** {@code User "bob", Group "crew", Group "ops" and 4 more}; {@code nobody}. */
  static String of(List<AnyBinding> bindings) {
    List<String> all =
        bindings.stream()
            .sorted(Comparator.comparing(AnyBinding::key))
            .flatMap(b -> b.subjects().stream().map(s -> s.describe(b.namespace())))
            .distinct()
            .toList();
    String first = String.join(", ", all.subList(0, Math.min(MOST, all.size())));
    if (all.isEmpty()) {
      return "nobody";
    }
    return all.size() > MOST ? first + " and " + (all.size() - MOST) + " more" : first;
  }
}
