package dev.muster.views;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A field with a list of structs. */
public record StructListField<V extends MutableView>(
    ObjectNode struct, String field, Function<ObjectNode, V> view) implements MutableField {
  /** The elements; none when there is no list. Whoever has it may add and remove freely. */
  public List<V> each() {
    List<V> elements = new ArrayList<>();
    for (JsonNode element : node()) {
      if (element instanceof ObjectNode value) {
        elements.add(view.apply(value));
      }
    }
    return elements;
  }

  /** How many elements there are. */
  public int size() {
    return node().size();
  }

  /** The list, put there empty when there is none. */
  public ArrayNode list() {
    return node() instanceof ArrayNode list ? list : struct.putArray(field);
  }

  /** An empty list in place of whatever was there. */
  public ArrayNode replace() {
    return struct.putArray(field);
  }

  /** A further element at the end, empty. */
  public V add() {
    return view.apply(list().addObject());
  }

  /** A further element at the end. */
  public void add(V element) {
    list().add(element.tree());
  }
}
