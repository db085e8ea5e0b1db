package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.field.TreeDiff;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaim;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaimSpec;
import dev.muster.views.CoreV1.PersistentVolumeClaimSpec;

/** What may not change in a claim: nearly everything, but for the size of a bound one. */
final class FixedClaim {
  private static final String CLASS = PersistentVolumeClaimStrategy.BETA_CLASS;

  private FixedClaim() {}

  static void validate(
      MutablePersistentVolumeClaim object, MutablePersistentVolumeClaim old, Errors errors) {
    ObjectNode now = object.spec().ensure().tree().deepCopy();
    ObjectNode before = old.spec().ensure().tree().deepCopy();
    if (!PersistentVolumeClaimSpec.of(before).volumeName().present()) {
      copy("volumeName", now, before);
    }
    className(
        object,
        old,
        MutablePersistentVolumeClaimSpec.of(now),
        PersistentVolumeClaimSpec.of(before),
        errors);
    boolean bound = object.reading().status().phase().text().equals("Bound");
    if (bound) {
      if (PersistentVolumeClaimSpec.of(now).resources().requests().node()
          instanceof ObjectNode requests) {
        At storage = PersistentVolumeClaimSpec.of(before).resources().requests().get("storage");
        requests.set("storage", storage.absent() ? requests.textNode("0") : storage.node());
      }
      copy("volumeAttributesClassName", before, now);
    }
    if (!now.equals(before)) {
      errors.forbidden(
          Path.of("spec"),
          "spec is immutable after creation except resources.requests and volumeAttributesClassName"
              + " for bound claims\n"
              + TreeDiff.of(before, now));
    }
    size(object, old, errors);
    At mode = object.reading().spec().volumeMode();
    ObjectMetas.validateImmutable(
        new At(mode.node(), Path.of("volumeMode")), old.reading().spec().volumeMode(), errors);
    attributesClass(object, old, errors);
  }

  /** The class can be named once: what an annotation named, or none did. */
  private static void className(
      MutablePersistentVolumeClaim object,
      MutablePersistentVolumeClaim old,
      MutablePersistentVolumeClaimSpec now,
      PersistentVolumeClaimSpec before,
      Errors errors) {
    At annotated = old.reading().metadata().annotations().get(CLASS);
    At annotation = object.reading().metadata().annotations().get(CLASS);
    boolean named = !before.storageClassName().present() && now.storageClassName().present();
    boolean asAnnotated = named && now.storageClassName().text().equals(annotated.text());
    if (asAnnotated
        && !annotated.absent()
        && (annotation.absent() || annotation.text().equals(annotated.text()))) {
      now.storageClassName().remove();
      return;
    }
    if (!annotation.text().equals(annotated.text())) {
      errors.invalidText(
          Path.of("metadata", "annotations", CLASS), annotation.text(), "field is immutable");
    }
    if (named && (annotated.absent() || asAnnotated)) {
      now.storageClassName().remove();
    }
  }

  private static void attributesClass(
      MutablePersistentVolumeClaim object, MutablePersistentVolumeClaim old, Errors errors) {
    At name = object.reading().spec().volumeAttributesClassName();
    At before = old.reading().spec().volumeAttributesClassName();
    if (name.node().equals(before.node())
        || !old.reading().status().currentVolumeAttributesClassName().present()) {
      return;
    }
    String to = name.absent() ? "nil" : name.text().isEmpty() ? "empty string" : "";
    if (!to.isEmpty()) {
      errors.forbidden(
          Path.of("spec", "volumeAttributesClassName"),
          "update to %s is forbidden when status.currentVolumeAttributesClassName is not nil"
              .formatted(to));
    }
  }

  private static void size(
      MutablePersistentVolumeClaim object, MutablePersistentVolumeClaim old, Errors errors) {
    Quantity wanted = storage(object.reading().spec().resources().requests());
    Quantity had = storage(old.reading().spec().resources().requests());
    Quantity has = storage(old.reading().status().capacity());
    if (wanted.compareTo(had) < 0 && wanted.compareTo(has) <= 0) {
      errors.forbidden(
          Path.of("spec", "resources", "requests", "storage"),
          "field can not be less than status.capacity");
    }
  }

  private static Quantity storage(At list) {
    return list.has("storage") ? Quantity.parse(list.get("storage").text()) : Quantity.of(0);
  }

  private static void copy(String field, ObjectNode from, ObjectNode to) {
    JsonNode value = from.get(field);
    if (value == null) {
      to.remove(field);
    } else {
      to.set(field, value);
    }
  }
}
