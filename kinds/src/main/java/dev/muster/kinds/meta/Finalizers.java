package dev.muster.kinds.meta;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rules for finalizers. */
public final class Finalizers {
  private static final Set<String> STANDARD = Set.of("kubernetes", "orphan", "foregroundDeletion");

  private Finalizers() {}

  /** Checks the form of an object's finalizers, and that they do not contradict each other. */
  static void validate(At finalizers, Errors errors) {
    List<String> names = finalizers.texts();
    names.forEach(name -> Labels.validateKey(name, finalizers.path(), errors));
    if (names.contains("orphan") && names.contains("foregroundDeletion")) {
      errors.invalid(finalizers, "finalizer orphan and foregroundDeletion cannot be both set");
    }
  }

  /** Checks that a name without a domain is one that is known. */
  static void validateKnown(At finalizer, Errors errors) {
    String name = finalizer.text();
    if (name.indexOf('/') < 0 && !STANDARD.contains(name)) {
      errors.invalidText(
          finalizer.path(),
          name,
          "name is neither a standard finalizer name nor is it fully qualified");
    }
  }

  /** What the writer should know of finalizers that the object did not have before. */
  public static List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    Set<String> added = new TreeSet<>(ObjectMeta.ofObject(object).finalizers().texts());
    if (old != null) {
      ObjectMeta.ofObject(old).finalizers().texts().forEach(added::remove);
    }
    return added.stream()
        .filter(name -> name.indexOf('/') < 0 && !STANDARD.contains(name))
        .map(
            name ->
                "metadata.finalizers: "
                    + GoText.quote(name)
                    + ": prefer a domain-qualified finalizer name "
                    + (name.indexOf('.') < 0 ? "" : "including a path (/) ")
                    + "to avoid accidental conflicts with other finalizer writers")
        .toList();
  }

  /** Checks the form of one finalizer, and that it is known when it has no domain. */
  public static void validateOne(At finalizer, Errors errors) {
    Labels.validateKey(finalizer.text(), finalizer.path(), errors);
    validateKnown(finalizer, errors);
  }
}
