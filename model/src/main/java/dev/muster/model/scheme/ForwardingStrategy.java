package dev.muster.model.scheme;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A strategy that does as another one does, but for what a subclass says. */
public abstract class ForwardingStrategy implements Strategy {
  private final Strategy kind;

  /** Does what {@code kind} does, but for what is overridden. */
  protected ForwardingStrategy(Strategy kind) {
    this.kind = kind;
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    kind.applyDefaults(object);
  }

  @Override
  public List<String> earlyWarnings(ObjectNode object, @Nullable ObjectNode old) {
    return kind.earlyWarnings(object, old);
  }

  @Override
  public Optional<String> undeletable(String name) {
    return kind.undeletable(name);
  }

  @Override
  public void canonicalize(ObjectNode object) {
    kind.canonicalize(object);
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    kind.prepareForCreate(object);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    kind.prepareForUpdate(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    kind.validate(object, errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    kind.validateUpdate(object, old, errors);
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    kind.prepareForSubresourceUpdate(subresource, object, old);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    kind.validateSubresourceUpdate(subresource, object, old, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return kind.warnings(object, old);
  }

  @Override
  public List<String> subresourceWarnings(String subresource, ObjectNode object, ObjectNode old) {
    return kind.subresourceWarnings(subresource, object, old);
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return kind.nameFaults(name, prefix);
  }

  @Override
  public boolean createsOnUpdate() {
    return kind.createsOnUpdate();
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return kind.allowsUnconditionalUpdate();
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return kind.selectableFields(object);
  }

  @Override
  public List<String> selectableFieldNames() {
    return kind.selectableFieldNames();
  }

  @Override
  public OptionalLong deletionGrace(ObjectNode object, OptionalLong requested) {
    return kind.deletionGrace(object, requested);
  }

  @Override
  public boolean returnsDeletedObject() {
    return kind.returnsDeletedObject();
  }

  @Override
  public Optional<ScalePaths> scalePaths() {
    return kind.scalePaths();
  }

  @Override
  public List<String> useWarnings() {
    return kind.useWarnings();
  }

  @Override
  public Optional<String> uncreatable() {
    return kind.uncreatable();
  }

  @Override
  public boolean markDeleted(ObjectNode object, Instant now) {
    return kind.markDeleted(object, now);
  }

  @Override
  public boolean orphansDependents() {
    return kind.orphansDependents();
  }

  @Override
  public List<String> deletionWarnings() {
    return kind.deletionWarnings();
  }
}
