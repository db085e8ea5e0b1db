package dev.muster.model.apply;

import dev.muster.base.go.GoText;
import dev.muster.model.field.FieldError;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The fields that an apply would take from others.
 *
 * @param all what each owner would lose
 */
record Conflicts(List<Loss> all) {
  /** The characters after which further conflicts are only counted. */
  private static final int MOST_TEXT = 1 << 20;

  /** The fields that one owner would lose. */
  record Loss(Owner owner, FieldSet fields) {}

  static Conflicts of(Owners owners, Owner applier, Changes changes) {
    List<Loss> out = new ArrayList<>();
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
                out.add(new Loss(owner, lost));
              }
            });
    return new Conflicts(out);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Those that are not in the set. */
  Conflicts outside(FieldSet allowed) {
    List<Loss> out = new ArrayList<>();
    for (Loss loss : all) {
      FieldSet left = loss.fields().difference(allowed);
      if (!left.isEmpty()) {
        out.add(new Loss(loss.owner(), left));
      }
    }
    return new Conflicts(out);
  }

  ApiException exception() {
    List<FieldError> causes = new ArrayList<>();
    StringBuilder list = new StringBuilder();
    int count = 0;
    for (Loss loss : all) {
      if (list.length() < MOST_TEXT) {
        list.append(list.isEmpty() ? "" : "\n")
            .append("conflicts with ")
            .append(who(loss.owner()))
            .append(':');
      }
      count += loss.fields().members();
      loss.fields()
          .forEach(
              path -> {
                if (list.length() >= MOST_TEXT) {
                  return false;
                }
                String place = place(path);
                causes.add(
                    new FieldError(
                        "FieldManagerConflict", place, "conflict with " + who(loss.owner())));
                list.append("\n- ").append(place);
                return true;
              });
    }
    String message =
        causes.size() == 1
            ? "Apply failed with 1 conflict: "
                + causes.getFirst().body()
                + ": "
                + causes.getFirst().field()
            : "Apply failed with " + count + " conflicts: " + list;
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
