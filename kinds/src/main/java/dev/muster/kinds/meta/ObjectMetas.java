package dev.muster.kinds.meta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.Kind;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * The rules for {@code metadata}. A new object is checked by {@link #validateCreate} and then by
 * its kind; a changed one by {@link #validateUpdate} and then by its kind, most of which check the
 * metadata once more, so that one fault is reported several times: {@link #validate} and {@link
 * #validateChange} are for them.
 */
public final class ObjectMetas {
  private static final int MAX_ANNOTATIONS = 256 << 10;
  private static final String IMMUTABLE = "field is immutable";

  private ObjectMetas() {}

  /** Checks a new object's metadata. Its name has been generated if it was to be. */
  public static void validateCreate(Kind kind, ObjectNode object, Errors errors) {
    boolean anyFinalizer =
        kind.type().content() != null || kind.group().equals("apiextensions.k8s.io");
    if (anyFinalizer) {
      common(kind.namespaced(), kind.strategy()::nameFaults, object, errors);
    } else {
      validate(kind.namespaced(), kind.strategy()::nameFaults, object, errors);
    }
  }

  /** Checks a changed object's metadata as far as it concerns every kind. */
  public static void validateUpdate(Kind kind, ObjectNode object, ObjectNode old, Errors errors) {
    common(kind.namespaced(), Names::pathSegment, object, errors);
    validateChange(object, old, errors);
  }

  /**
   * Checks metadata by itself.
   *
   * @param nameFaults the kind's rule: name and whether it is only the name's beginning, to faults
   */
  public static void validate(
      boolean namespaced,
      BiFunction<String, Boolean, List<String>> nameFaults,
      ObjectNode object,
      Errors errors) {
    common(namespaced, nameFaults, object, errors);
    for (At finalizer : ObjectMeta.ofObject(object).finalizers().each()) {
      Finalizers.validateKnown(finalizer, errors);
    }
  }

  private static void common(
      boolean namespaced,
      BiFunction<String, Boolean, List<String>> nameFaults,
      ObjectNode object,
      Errors errors) {
    ObjectMeta meta = ObjectMeta.ofObject(object);
    names(meta, nameFaults, errors);
    namespace(meta, namespaced, errors);
    if (meta.generation().number() < 0) {
      errors.invalid(meta.generation(), "must be greater than or equal to 0");
    }
    Labels.validate(meta.labels(), errors);
    validateAnnotations(meta.annotations(), errors);
    OwnerReferences.validate(meta.ownerReferences(), errors);
    Finalizers.validate(meta.finalizers(), errors);
    ManagedFieldEntries.validate(meta.managedFields(), errors);
  }

  private static void names(
      ObjectMeta meta, BiFunction<String, Boolean, List<String>> nameFaults, Errors errors) {
    String prefix = meta.generateName().text();
    if (!prefix.isEmpty()) {
      nameFaults.apply(prefix, true).forEach(f -> errors.invalid(meta.generateName(), f));
    }
    String name = meta.name().text();
    if (name.isEmpty()) {
      errors.required(meta.name().path(), "name or generateName is required");
    } else {
      nameFaults.apply(name, false).forEach(f -> errors.invalid(meta.name(), f));
    }
  }

  private static void namespace(ObjectMeta meta, boolean namespaced, Errors errors) {
    String namespace = meta.namespace().text();
    if (!namespaced) {
      if (!namespace.isEmpty()) {
        errors.forbidden(meta.namespace().path(), "not allowed on this type");
      }
    } else if (namespace.isEmpty()) {
      errors.required(meta.namespace().path(), "");
    } else {
      Names.label(namespace, false).forEach(f -> errors.invalid(meta.namespace(), f));
    }
  }

  /** Checks annotations: their keys and their size taken together. */
  public static void validateAnnotations(At annotations, Errors errors) {
    long size = 0;
    for (var e : annotations.entries()) {
      Labels.qualifiedName(e.getKey().toLowerCase(Locale.ROOT))
          .forEach(f -> errors.invalidText(annotations.path(), e.getKey(), f));
      size += Bytes.of(e.getKey()) + Bytes.of(e.getValue().text());
    }
    if (size > MAX_ANNOTATIONS) {
      errors.tooLong(annotations.path(), MAX_ANNOTATIONS);
    }
  }

  /** Checks what may not change between two versions of an object. */
  public static void validateChange(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMeta meta = ObjectMeta.ofObject(object);
    ObjectMeta before = ObjectMeta.ofObject(old);
    if (before.deletionTimestamp().present()) {
      noNewFinalizers(meta.finalizers(), before.finalizers(), errors);
    }
    if (meta.resourceVersion().text().isEmpty()) {
      errors.invalidText(meta.resourceVersion().path(), "", "must be specified for an update");
    }
    long generation = meta.generation().number();
    if (generation < before.generation().number()) {
      errors.invalid(
          meta.generation().path(), Long.toString(generation), "must not be decremented");
    }
    for (String name : List.of("name", "namespace", "uid")) {
      if (!meta.at().text(name).equals(before.at().text(name))) {
        errors.invalidText(meta.at().path().child(name), meta.at().text(name), IMMUTABLE);
      }
    }
    for (String name :
        List.of("creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds")) {
      validateImmutable(meta.at().get(name), before.at().get(name), errors);
    }
    Labels.validate(meta.labels(), errors);
    validateAnnotations(meta.annotations(), errors);
    OwnerReferences.validate(meta.ownerReferences(), errors);
    ManagedFieldEntries.validate(meta.managedFields(), errors);
  }

  private static void noNewFinalizers(At finalizers, At before, Errors errors) {
    TreeSet<String> extra = new TreeSet<>(finalizers.texts());
    before.texts().forEach(extra::remove);
    if (!extra.isEmpty()) {
      errors.forbidden(
          finalizers.path(),
          "no new finalizers can be added if the object is being deleted, found new finalizers"
              + " []string{"
              + extra.stream().map(GoText::quote).collect(Collectors.joining(", "))
              + "}");
    }
  }

  /** Finds fault with a value that differs from what it was. */
  public static void validateImmutable(At value, At before, Errors errors) {
    if (!Objects.equals(present(value), present(before))) {
      errors.invalid(value, IMMUTABLE);
    }
  }

  /**
   * As {@link #validateImmutable(At, At, Errors)}, for a struct that messages show in another form.
   *
   * @param type as {@link InternalForm} knows it
   */
  public static void validateImmutable(String type, At value, At before, Errors errors) {
    if (!Objects.equals(present(value), present(before))) {
      errors.invalid(value.path(), InternalForm.of(type, value.node()), IMMUTABLE);
    }
  }

  /** As {@link #validateImmutable(At, At, Errors)}, for a text, which is empty when absent. */
  public static void validateImmutableText(Path path, String value, String before, Errors errors) {
    if (!value.equals(before)) {
      errors.invalidText(path, value, IMMUTABLE);
    }
  }

  private static JsonNode present(At at) {
    return at.present() ? at.node() : NullNode.getInstance();
  }
}
