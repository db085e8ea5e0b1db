package dev.muster.views;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A field with a map, a list of values, a number or text, or whatever else has no view. */
public record TreeField(ObjectNode struct, String field) implements MutableField {
  /** The map, put there empty when there is none. */
  public ObjectNode map() {
    return node() instanceof ObjectNode map ? map : struct.putObject(field);
  }

  /** The list, put there empty when there is none. */
  public ArrayNode list() {
    return node() instanceof ArrayNode list ? list : struct.putArray(field);
  }

  /** An empty map in place of whatever was there. */
  public ObjectNode replaceMap() {
    return struct.putObject(field);
  }

  /** An empty list in place of whatever was there. */
  public ArrayNode replaceList() {
    return struct.putArray(field);
  }
}
