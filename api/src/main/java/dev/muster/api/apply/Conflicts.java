package dev.muster.api.apply;

import dev.muster.api.field.FieldError;
import dev.muster.api.field.GoText;
import dev.muster.api.status.ApiException;
import dev.muster.api.status.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields that an apply would take from others.
 *
 * @param byOwner what each would lose
 */
record Conflicts(Map<Owner, FieldSet> byOwner) {

  static Conflicts of(Owners owners, Owner applier, Changes changes) {
    Map<Owner, FieldSet> out = new LinkedHashMap<>();
    owners.all().stream()
        .filter(owner -> !owner.sameAs(applier))
        .sorted(
            Comparator.comparing(Owner::manager)
                .thenComparing(Owner::applied, Comparator.reverseOrder())
                .thenComparing(Owner::apiVersion)
                .thenComparing(Owner::subresource))
        .forEach(
            owner -> {
              Comparison change = changes.in(owner.apiVersion());
              FieldSet lost =
                  change == null ? FieldSet.EMPTY : owner.fields().intersection(change.changed());
              if (!lost.isEmpty()) {
                out.put(owner, lost);
              }
            });
    return new Conflicts(out);
  }

  boolean isEmpty() {
    return byOwner.isEmpty();
  }

  /** Those that are not in the set. */
  Conflicts outside(FieldSet allowed) {
    Map<Owner, FieldSet> out = new LinkedHashMap<>();
    byOwner.forEach(
        (owner, fields) -> {
          FieldSet left = fields.difference(allowed);
          if (!left.isEmpty()) {
            out.put(owner, left);
          }
        });
    return new Conflicts(out);
  }

  ApiException exception() {
    List<FieldError> causes = new ArrayList<>();
    StringBuilder list = new StringBuilder();
    byOwner.forEach(
        (owner, fields) -> {
          list.append(list.isEmpty() ? "" : "\n")
              .append("conflicts with ")
              .append(who(owner))
              .append(':');
          fields.forEach(
              path -> {
                String place = place(path);
                causes.add(
                    new FieldError("FieldManagerConflict", place, "conflict with " + who(owner)));
                list.append("\n- ").append(place);
              });
        });
    String message =
        causes.size() == 1
            ? "Apply failed with 1 conflict: "
                + causes.getFirst().body()
                + ": "
                + causes.getFirst().field()
            : "Apply failed with " + causes.size() + " conflicts: " + list;
    return new Status(409, "Conflict", message, new Status.Details("", "", "", "", causes, 0))
        .exception();
  }

  private static String place(List<PathElement> path) {
    StringBuilder out = new StringBuilder();
    path.forEach(out::append);
    return out.toString();
  }

  private static String who(Owner owner) {
    String name = GoText.quote(owner.manager());
    if (!owner.subresource().isEmpty()) {
      name += " with subresource " + GoText.quote(owner.subresource());
    }
    return owner.applied() ? name : name + " using " + owner.apiVersion();
  }
}
