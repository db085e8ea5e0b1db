package dev.muster.authz;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Joins error texts the way Kubernetes prints several errors as one. */
public final class Problems {
  private Problems() {}

  /** {@code ""}, {@code one}, or {@code [one, two]}; repeated texts appear once. */
  public static String join(List<String> problems) {
    var distinct = new ArrayList<>(new LinkedHashSet<>(problems));
    return switch (distinct.size()) {
      case 0 -> "";
      case 1 -> distinct.getFirst();
      default -> "[" + String.join(", ", distinct) + "]";
    };
  }
}
