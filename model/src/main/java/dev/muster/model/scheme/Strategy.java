package dev.muster.model.scheme;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is particular about a kind. Every method gets canonical trees of the stored version; the
 * ones that change an object leave it canonical (no empty value where the type leaves empty values
 * out). Object metadata as such is not a strategy's concern, only what a kind asks of it.
 * Implementations are stateless and safe for any thread.
 */
public interface Strategy {

  /** Fills in what the request left open; runs on every decoded object, also on stored ones. */
  default void applyDefaults(ObjectNode object) {}

  /**
   * What the writer should know even when the object is then refused; asked before {@link
   * #prepareForCreate} and {@link #prepareForUpdate}.
   *
   * @param old null for a new object
   */
  default List<String> earlyWarnings(ObjectNode object, @Nullable ObjectNode old) {
    return List.of();
  }

  /** Drops and sets what a creator may not decide, e.g. the status. */
  default void prepareForCreate(ObjectNode object) {}

  /**
   * Carries over and sets what an updater may not decide, e.g. the status; bumps the generation if
   * the kind has one.
   */
  default void prepareForUpdate(ObjectNode object, ObjectNode old) {}

  /** Finds what is wrong with a new object. */
  default void validate(ObjectNode object, Errors errors) {}

  /**
   * Finds what is wrong with a changed object, everything that {@link #validate} would find
   * included.
   */
  default void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    validate(object, errors);
  }

  /** Settles an object that was found valid, before it is stored. */
  default void canonicalize(ObjectNode object) {}

  /**
   * As {@link #prepareForUpdate}, for a write to a subresource such as {@code status} that carries
   * the whole object.
   */
  default void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    if (subresource.equals("status")) {
      StatusOnly.keepAllButStatus(object, old);
    }
  }

  /** As {@link #validateUpdate}, for a write to a subresource that carries the whole object. */
  default void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {}

  /**
   * What the writer should know although the object is accepted; the texts become Warning headers.
   */
  default List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return List.of();
  }

  /**
   * As {@link #warnings}, for a write to a subresource that carries the whole object. Who reports a
   * status is not told about the spec.
   */
  default List<String> subresourceWarnings(String subresource, ObjectNode object, ObjectNode old) {
    return subresource.equals("status") ? List.of() : warnings(object, old);
  }

  /**
   * The rule for {@code metadata.name}: faults in the name, or in its prefix when {@code prefix} is
   * true.
   */
  default List<String> nameFaults(String name, boolean prefix) {
    return Names.subdomain(name, prefix);
  }

  /** Whether PUT to a name that does not exist creates it. */
  default boolean createsOnUpdate() {
    return false;
  }

  /** Whether an update without a resourceVersion is accepted. */
  default boolean allowsUnconditionalUpdate() {
    return true;
  }

  /**
   * Field selectors beyond metadata.name and metadata.namespace: name to value (empty when absent),
   * in a fixed order.
   */
  default Map<String, String> selectableFields(ObjectNode object) {
    return Map.of();
  }

  /** The names that {@link #selectableFields} gives for any object. */
  default List<String> selectableFieldNames() {
    return List.of();
  }

  /**
   * The seconds an object gets to end by itself when it is deleted, or empty for kinds that are
   * simply removed.
   *
   * @param requested what the client asked for
   */
  default OptionalLong deletionGrace(ObjectNode object, OptionalLong requested) {
    return OptionalLong.empty();
  }

  /** Whether those who belong to a deleted object stay when the client does not say otherwise. */
  default boolean orphansDependents() {
    return false;
  }

  /** Why the object of this name cannot be deleted, if that is so. */
  default Optional<String> undeletable(String name) {
    return Optional.empty();
  }

  /** What one who deletes without a word about dependents should know. */
  default List<String> deletionWarnings() {
    return List.of();
  }

  /** Where the kind keeps its replicas, if its definition says so. */
  default Optional<ScalePaths> scalePaths() {
    return Optional.empty();
  }

  /** What one who uses the kind in this version should know; mostly nothing. */
  default List<String> useWarnings() {
    return List.of();
  }

  /** Why no new objects can be created at the moment, if that is so. */
  default Optional<String> uncreatable() {
    return Optional.empty();
  }

  /**
   * Marks an object as deleted that somebody has to clean up after, in the kind's own way.
   *
   * @return false if the kind has none
   */
  default boolean markDeleted(ObjectNode object, Instant now) {
    return false;
  }

  /** Whether a deletion is answered with the object that is gone instead of a Status. */
  default boolean returnsDeletedObject() {
    return false;
  }
}
