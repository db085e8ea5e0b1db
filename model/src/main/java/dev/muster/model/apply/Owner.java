package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;

/**
 * One entry of {@code metadata.managedFields}: who owns what, and how it came to own it.
 *
 * @param apiVersion the version in which the fields are named
 * @param time when it last gained a field, as it stands on the wire, or empty
 */
record Owner(
    String manager,
    boolean applied,
    String apiVersion,
    String subresource,
    String time,
    FieldSet fields) {

  /** The order in which entries are written. */
  static final Comparator<Owner> WRITTEN =
      Comparator.comparing(Owner::operation)
          .thenComparing(Owner::time)
          .thenComparing(Owner::manager)
          .thenComparing(Owner::apiVersion)
          .thenComparing(Owner::subresource);

  /** A later write by the same identity goes into the same entry. Appliers may change version. */
  boolean sameAs(Owner other) {
    return manager.equals(other.manager)
        && applied == other.applied
        && subresource.equals(other.subresource)
        && (applied || apiVersion.equals(other.apiVersion));
  }

  /** A text that is equal exactly for those that are the same. */
  String identity() {
    return operation()
        + manager.length()
        + ':'
        + manager
        + subresource.length()
        + ':'
        + subresource
        + (applied ? "" : apiVersion);
  }

  Owner with(FieldSet others) {
    return new Owner(manager, applied, apiVersion, subresource, time, others);
  }

  Owner at(String other) {
    return new Owner(manager, applied, apiVersion, subresource, other, fields);
  }

  private String operation() {
    return applied ? "Apply" : "Update";
  }

  /**
   * Reads an entry.
   *
   * @throws IllegalArgumentException when it is not one
   */
  static Owner read(JsonNode entry) {
    String operation = entry.path("operation").asText("");
    if (!operation.equals("Apply") && !operation.equals("Update")) {
      throw new IllegalArgumentException("operation must be `Apply` or `Update`");
    }
    String apiVersion = entry.path("apiVersion").asText("");
    if (apiVersion.isEmpty()) {
      throw new IllegalArgumentException("apiVersion must not be empty");
    }
    if (!entry.path("fieldsType").asText("").equals("FieldsV1")) {
      throw new IllegalArgumentException("fieldsType must be FieldsV1");
    }
    JsonNode fields = entry.get("fieldsV1");
    return new Owner(
        entry.path("manager").asText(""),
        operation.equals("Apply"),
        apiVersion,
        entry.path("subresource").asText(""),
        entry.path("time").asText(""),
        fields == null ? FieldSet.EMPTY : FieldsV1.read(fields));
  }

  /** The canonical form of the entry. */
  ObjectNode write() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    if (!manager.isEmpty()) {
      out.put("manager", manager);
    }
    out.put("operation", operation()).put("apiVersion", apiVersion);
    if (!time.isEmpty()) {
      out.put("time", time);
    }
    out.put("fieldsType", "FieldsV1").set("fieldsV1", FieldsV1.write(fields));
    if (!subresource.isEmpty()) {
      out.put("subresource", subresource);
    }
    return out;
  }
}
