package dev.muster.kinds.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.core.PersistentVolumeSpecs;
import dev.muster.kinds.meta.Bytes;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.kinds.pods.volumes.DriverSources;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.StatusOnly;

/** Volumes that are to be attached to a node. */
public final class VolumeAttachmentStrategy extends SpecAndStatus {
  private static final String ONE =
      "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
  private static final int MAX_METADATA = 256 << 10;
  private static final int MAX_MESSAGE = 1024;

  public VolumeAttachmentStrategy() {
    super("storage/v1.VolumeAttachment", false);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    StatusOnly.keepStatus(object, old);
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    StatusOnly.keepAllButStatus(object, old);
    StatusOnly.keepMetadata(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    attachment(object, errors);
    At spec = At.root(object).get("spec");
    DriverSources.validateDriverName(spec.get("attacher"), errors);
    At volume = spec.get("source", "persistentVolumeName");
    if (volume.present()) {
      Names.subdomain(volume.text(), false).forEach(fault -> errors.invalid(volume, fault));
    }
  }

  private static void attachment(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    References.validateRequired(spec, errors, "attacher");
    source(spec.get("source"), errors);
    At node = spec.get("nodeName");
    Names.subdomain(node.text(), false)
        .forEach(fault -> errors.invalid(node.path(), GoText.quote(node.text()), fault));
    status(At.root(object).get("status"), errors);
  }

  private static void source(At source, Errors errors) {
    boolean named = source.has("persistentVolumeName");
    boolean inline = source.has("inlineVolumeSpec");
    if (!named && !inline) {
      errors.required(source.path(), ONE);
    } else if (named && inline) {
      errors.forbidden(source.path(), ONE);
    } else if (inline) {
      PersistentVolumeSpecs.validateInline(source.get("inlineVolumeSpec"), errors);
    } else if (source.text("persistentVolumeName").isEmpty()) {
      errors.required(
          source.path().child("persistentVolumeName"),
          "must specify non empty persistentVolumeName");
    }
  }

  private static void status(At status, Errors errors) {
    At metadata = status.get("attachmentMetadata");
    long size = 0;
    for (var entry : metadata.entries()) {
      size += Bytes.of(entry.getKey()) + Bytes.of(entry.getValue().text());
    }
    if (size > MAX_METADATA) {
      errors.tooLong(metadata.path(), MAX_METADATA);
    }
    for (String field : new String[] {"attachError", "detachError"}) {
      At error = status.get(field);
      if (Bytes.of(error.text("message")) > MAX_MESSAGE) {
        errors.tooLong(error.get("message").path(), MAX_METADATA);
      }
      if (error.get("errorCode").number() < 0) {
        errors.invalid(error.get("errorCode"), "must be between 0 and 2147483647, inclusive");
      }
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    attachment(object, errors);
    ObjectMetas.validateImmutable(
        "storage.VolumeAttachmentSpec",
        At.root(object).get("spec"),
        At.root(old).get("spec"),
        errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    validateUpdate(object, old, errors);
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}
