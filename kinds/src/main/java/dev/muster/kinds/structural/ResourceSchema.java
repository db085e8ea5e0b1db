package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.types.CustomContent;
import dev.muster.model.types.StructType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a custom resource in one version, compiled once and asked for every object.
 * Immutable, safe for any thread.
 */
public final class ResourceSchema implements CustomContent {
  private final Structural structural;
  private final Structural resource;
  private final ValueSchema values;
  private final StructType type;
  private final boolean preserves;

  /**
   * @param name of the type
   * @param preserves whether nothing is taken out of objects, as old definitions may ask for
   * @throws IllegalArgumentException if a pattern is none
   */
  public ResourceSchema(String name, JsonNode schema, boolean preserves) {
    this.structural = Structural.of(schema);
    this.resource = structural.asResource();
    this.values = new ValueSchema(structural.json());
    this.preserves = preserves;
    this.type = OwnedTypes.root(name, structural, this);
  }

  /** What decoders, encoders and server-side apply go by. */
  public StructType type() {
    return type;
  }

  public Structural structural() {
    return structural;
  }

  @Override
  public void coerce(ObjectNode object, Consumer<String> unknown) {
    if (!preserves) {
      List<String> gone = new ArrayList<>();
      Pruner.prune(object, resource, gone::add);
      gone.stream().sorted().forEach(unknown);
      Defaulter.dropNulls(object, structural);
    }
    EmbeddedResources.coerce(object, structural, Path.root(), unknown);
  }

  @Override
  public ObjectNode published() {
    return structural.json();
  }

  /** Fills in what an object that is sent leaves open. */
  public void fill(ObjectNode object) {
    Defaulter.fill(object, structural);
  }

  /** The same for one that is stored. */
  public void fillKept(ObjectNode object) {
    Defaulter.fillKept(object, structural);
  }

  /**
   * Finds what is wrong with an object, but for its rules.
   *
   * @param old what it was; null for a new one
   */
  public void validate(ObjectNode object, @Nullable ObjectNode old, Errors errors) {
    values
        .check(object, ValuePlace.ROOT, new Correlation(old))
        .faults()
        .forEach(fault -> fault.tell(Path.root(), errors));
  }

  /** As {@link #validate}, for a status alone. */
  public void validateStatus(ObjectNode object, @Nullable ObjectNode old, Errors errors) {
    JsonNode status = object.get("status");
    if (status != null) {
      values
          .checkField("status", status, new Correlation(old == null ? null : old.get("status")))
          .faults()
          .forEach(fault -> fault.tell(Path.of("status"), errors));
    }
  }

  /** Finds what is wrong with objects inside the object. */
  public void validateEmbedded(ObjectNode object, Errors errors) {
    EmbeddedResources.validate(object, structural, Path.root(), errors);
  }

  /** Finds what stands twice where it must not; what did before may. */
  public void validateLists(ObjectNode object, @Nullable ObjectNode old, Errors errors) {
    Errors before = new Errors();
    if (old != null) {
      ListTypes.validate(old, structural, Path.root(), before);
    }
    if (before.isEmpty()) {
      ListTypes.validate(object, structural, Path.root(), errors);
    }
  }
}
