package dev.muster.kinds.meta;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.util.HashSet;
import java.util.Set;

/** The versions of reviews that a webhook says it understands. */
public final class ReviewVersions {
  private ReviewVersions() {}

  /** The versions, each a name and there once. */
  public static Set<String> of(At versions, Errors errors) {
    Set<String> seen = new HashSet<>();
    for (At version : versions.each()) {
      if (!seen.add(version.text())) {
        errors.invalid(version, "duplicate version");
      } else {
        Names.label1035(version.text(), false).forEach(fault -> errors.invalid(version, fault));
      }
    }
    return seen;
  }
}
