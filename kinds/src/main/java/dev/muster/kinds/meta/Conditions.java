package dev.muster.kinds.meta;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.views.MetaV1.Condition;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Rules for conditions of the common form. */
public final class Conditions {
  private static final List<String> STATUSES = List.of("False", "True", "Unknown");
  private static final Pattern REASON = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
  private static final int MAX_REASON = 1 << 10;
  private static final int MAX_MESSAGE = 32 << 10;

  private Conditions() {}

  public static void validate(ViewList<Condition> conditions, Errors errors) {
    Set<String> types = new HashSet<>();
    for (Condition condition : conditions) {
      if (!types.add(condition.type().text())) {
        errors.duplicate(condition.type());
      }
      one(condition, errors);
    }
  }

  private static void one(Condition condition, Errors errors) {
    Labels.validateKey(condition.type().text(), condition.type().path(), errors);
    if (!STATUSES.contains(condition.status().text())) {
      errors.unsupported(condition.status(), STATUSES);
    }
    At generation = condition.observedGeneration();
    if (generation.number() < 0) {
      errors.invalid(generation, "must be greater than or equal to zero");
    }
    if (condition.lastTransitionTime().absent()) {
      errors.required(condition.lastTransitionTime().path(), "");
    }
    reason(condition.reason(), errors);
    if (Bytes.of(condition.message().text()) > MAX_MESSAGE) {
      errors.tooLong(condition.message().path(), MAX_MESSAGE);
    }
  }

  private static void reason(At reason, Errors errors) {
    if (reason.text().isEmpty()) {
      errors.required(reason.path(), "");
      return;
    }
    if (!REASON.matcher(reason.text()).matches()) {
      errors.invalid(
          reason,
          "a condition reason must start with alphabetic character, optionally followed by a string"
              + " of alphanumeric characters or '_,:', and must end with an alphanumeric character"
              + " or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',  or 'ReasonA,ReasonB',  or"
              + " 'ReasonA:ReasonB', regex used for validation is '"
              + REASON
              + "')");
    }
    if (Bytes.of(reason.text()) > MAX_REASON) {
      errors.tooLong(reason.path(), MAX_REASON);
    }
  }
}
