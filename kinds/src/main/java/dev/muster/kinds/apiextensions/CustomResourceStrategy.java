package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Finalizers;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.structural.ResourceSchema;
import dev.muster.kinds.table.Printer;
import dev.muster.kinds.table.PrintsItself;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.ScalePaths;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.MetaV1.ManagedFieldsEntry;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Custom resources of one definition in one version. */
public final class CustomResourceStrategy implements Strategy, PrintsItself {
  private final CustomVersion version;
  private final CustomConversion conversion;

  CustomResourceStrategy(CustomVersion version, CustomConversion conversion) {
    this.version = version;
    this.conversion = conversion;
  }

  public CustomVersion version() {
    return version;
  }

  @Override
  public Printer printer() {
    return version.printer();
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    if (version.hasStatus()) {
      object.remove("status");
    }
    Generations.start(object);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    if (version.hasStatus()) {
      StatusOnly.keepStatus(object, old);
    }
    if (!content(object).equals(content(old))) {
      long before = ObjectMeta.ofObject(old).generation().number();
      MutableObjectMeta.ofObject(object).generation(before + 1);
    }
  }

  /** Everything but the metadata. */
  private static ObjectNode content(ObjectNode object) {
    ObjectNode out = object.objectNode();
    object.properties().forEach(e -> out.set(e.getKey(), e.getValue()));
    out.remove("metadata");
    return out;
  }

  /** The status changes, and of the metadata only who owns what. */
  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    ViewList<ManagedFieldsEntry> owners = ObjectMeta.ofObject(object).managedFields();
    String revision = ObjectMeta.ofObject(object).resourceVersion().text();
    StatusOnly.keepAllButStatus(object, old);
    MutableObjectMeta metadata = MutableObjectMeta.copyOf(ObjectMeta.ofObject(old));
    metadata.managedFields().remove();
    if (owners.at().present()) {
      metadata.managedFields().set(owners.at().node());
    }
    metadata.resourceVersion(revision);
    MutablePartialObjectMetadata.of(object).metadata(metadata);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(conversion.asked(object), null, errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    validate(conversion.asked(object), conversion.asked(old), errors);
  }

  private void validate(ObjectNode object, @Nullable ObjectNode old, Errors errors) {
    ResourceSchema schema = version.schema();
    Errors found = new Errors();
    schema.validate(object, old, found);
    version.scale().ifPresent(scale -> scale.validateSpec(object, found));
    version.scale().ifPresent(scale -> scale.validateStatus(object, found));
    schema.validateEmbedded(object, found);
    schema.validateLists(object, old, found);
    version.rules().validate(object, old, found, warning -> {});
    errors.addAll(found);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectNode asked = conversion.asked(object);
    ObjectNode before = conversion.asked(old);
    Errors found = new Errors();
    version.schema().validateStatus(asked, before, found);
    version.scale().ifPresent(scale -> scale.validateStatus(asked, found));
    version.schema().validateLists(asked, before, found);
    version.rules().validate(asked, before, found, warning -> {});
    errors.addAll(found);
  }

  /** What the version that is stored does not know is not stored. */
  @Override
  public void canonicalize(ObjectNode object) {
    conversion.settle(object);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>(Finalizers.warnings(object, old));
    if (old != null) {
      version
          .rules()
          .validate(conversion.asked(object), conversion.asked(old), new Errors(), out::add);
    }
    return out;
  }

  @Override
  public List<String> subresourceWarnings(String subresource, ObjectNode object, ObjectNode old) {
    return warnings(object, old);
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }

  @Override
  public List<String> selectableFieldNames() {
    return version.selectable().keySet().stream().toList();
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    Map<String, String> out = new LinkedHashMap<>();
    version.selectable().forEach((name, path) -> out.put(name, FieldPaths.text(object, path)));
    return out;
  }

  @Override
  public Optional<ScalePaths> scalePaths() {
    return version.scale().map(CustomScale::paths);
  }

  @Override
  public List<String> useWarnings() {
    return version.deprecation().stream().toList();
  }

  @Override
  public Optional<String> uncreatable() {
    return version.terminating()
        ? Optional.of("create not allowed while custom resource definition is terminating")
        : Optional.empty();
  }
}
