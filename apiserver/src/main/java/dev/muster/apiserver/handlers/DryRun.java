package dev.muster.apiserver.handlers;

import dev.muster.base.go.GoText;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The one value that {@code dryRun} may have. */
final class DryRun {
  private static final List<String> ALLOWED = List.of("All");

  private DryRun() {}

  static void validate(List<String> given, Errors errors) {
    if (!ALLOWED.containsAll(given)) {
      String all = given.stream().map(GoText::quote).collect(Collectors.joining(",", "[", "]"));
      errors.unsupported(Path.of("dryRun"), all, ALLOWED);
    }
  }
}
