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
import dev.muster.views.StorageV1.VolumeAttachment;
import dev.muster.views.StorageV1.VolumeAttachmentSource;
import dev.muster.views.StorageV1.VolumeAttachmentSpec;
import dev.muster.views.StorageV1.VolumeAttachmentStatus;
import dev.muster.views.StorageV1.VolumeError;

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
    VolumeAttachmentSpec spec = VolumeAttachment.of(object).spec();
    DriverSources.validateDriverName(spec.attacher(), errors);
    At volume = spec.source().persistentVolumeName();
    if (volume.present()) {
      Names.subdomain(volume.text(), false).forEach(fault -> errors.invalid(volume, fault));
    }
  }

  private static void attachment(ObjectNode object, Errors errors) {
    VolumeAttachmentSpec spec = VolumeAttachment.of(object).spec();
    References.validateRequired(errors, spec.attacher());
    source(spec.source(), errors);
    At node = spec.nodeName();
    Names.subdomain(node.text(), false)
        .forEach(fault -> errors.invalid(node.path(), GoText.quote(node.text()), fault));
    status(VolumeAttachment.of(object).status(), errors);
  }

  private static void source(VolumeAttachmentSource source, Errors errors) {
    boolean named = source.persistentVolumeName().present();
    boolean inline = source.inlineVolumeSpec().present();
    if (!named && !inline) {
      errors.required(source.at().path(), ONE);
    } else if (named && inline) {
      errors.forbidden(source.at().path(), ONE);
    } else if (inline) {
      PersistentVolumeSpecs.validateInline(source.inlineVolumeSpec(), errors);
    } else if (source.persistentVolumeName().text().isEmpty()) {
      errors.required(
          source.persistentVolumeName().path(), "must specify non empty persistentVolumeName");
    }
  }

  private static void status(VolumeAttachmentStatus status, Errors errors) {
    At metadata = status.attachmentMetadata();
    long size = 0;
    for (var entry : metadata.entries()) {
      size += Bytes.of(entry.getKey()) + Bytes.of(entry.getValue().text());
    }
    if (size > MAX_METADATA) {
      errors.tooLong(metadata.path(), MAX_METADATA);
    }
    error(status.attachError(), errors);
    error(status.detachError(), errors);
  }

  private static void error(VolumeError error, Errors errors) {
    if (Bytes.of(error.message().text()) > MAX_MESSAGE) {
      errors.tooLong(error.message().path(), MAX_METADATA);
    }
    if (error.errorCode().number() < 0) {
      errors.invalid(error.errorCode(), "must be between 0 and 2147483647, inclusive");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    attachment(object, errors);
    ObjectMetas.validateImmutable(
        "storage.VolumeAttachmentSpec",
        VolumeAttachment.of(object).spec().at(),
        VolumeAttachment.of(old).spec().at(),
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
