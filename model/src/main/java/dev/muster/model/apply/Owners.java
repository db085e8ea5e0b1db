package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All entries of an object's {@code metadata.managedFields}, each identity once. Immutable. */
record Owners(List<Owner> all) {
  static final Owners NONE = new Owners(List.of());

  /**
   * Reads the entries of an object.
   *
   * @throws IllegalArgumentException when one is malformed
   */
  static Owners of(@Nullable ObjectNode object) {
    JsonNode entries = object == null ? null : object.path("metadata").get("managedFields");
    if (entries == null || !entries.isArray() || entries.isEmpty()) {
      return NONE;
    }
    Map<String, Owner> read = LinkedHashMap.newLinkedHashMap(entries.size());
    for (JsonNode entry : entries) {
      Owner owner = Owner.read(entry);
      read.remove(owner.identity());
      read.put(owner.identity(), owner);
    }
    return new Owners(List.copyOf(read.values()));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  @Nullable Owner find(Owner identity) {
    for (Owner owner : all) {
      if (owner.sameAs(identity)) {
        return owner;
      }
    }
    return null;
  }

  /** Puts the entry in the place of the one with its identity; without fields it only removes. */
  Owners with(Owner owner) {
    List<Owner> others = new ArrayList<>(all.size() + 1);
    for (Owner other : all) {
      if (!other.sameAs(owner)) {
        others.add(other);
      }
    }
    if (!owner.fields().isEmpty()) {
      others.add(owner);
    }
    return new Owners(others);
  }

  /** Changes what each owns; who then owns nothing is left out. */
  Owners map(Function<Owner, FieldSet> fields) {
    List<Owner> left = new ArrayList<>(all.size());
    for (Owner owner : all) {
      Owner now = owner.with(fields.apply(owner));
      if (!now.fields().isEmpty()) {
        left.add(now);
      }
    }
    return new Owners(left);
  }

  Stream<Owner> updaters() {
    return all.stream().filter(owner -> !owner.applied());
  }

  /** Writes the entries into the object's metadata, or removes them when there are none. */
  void writeTo(ObjectNode object) {
    if (!(object.get("metadata") instanceof ObjectNode metadata)) {
      return;
    }
    if (all.isEmpty()) {
      metadata.remove("managedFields");
      return;
    }
    ArrayNode out = JsonNodeFactory.instance.arrayNode(all.size());
    List<Owner> sorted = new ArrayList<>(all);
    sorted.sort(Owner.WRITTEN);
    for (Owner owner : sorted) {
      out.add(owner.write());
    }
    metadata.set("managedFields", out);
  }
}
