package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The elements of a list by the steps that lead to them, in the order of the list. */
final class ListIndex {

  /** The elements at one step: one, unless some cannot be told apart. */
  record Item(PathElement step, List<JsonNode> elements) {
    JsonNode first() {
      return elements.getFirst();
    }

    boolean repeated() {
      return elements.size() > 1;
    }
  }

  /** Up to here a scan is faster than a map. */
  private static final int SMALL = 8;

  private final List<Item> items;
  private final @Nullable TreeMap<PathElement, Item> byStep;

  private ListIndex(int size) {
    this.items = new ArrayList<>(size);
    this.byStep = size > SMALL ? new TreeMap<>() : null;
  }

  /** Elements that lack a key are left out. */
  static ListIndex of(Shape.Listed shape, JsonNode list) {
    ListIndex index = new ListIndex(list.size());
    for (JsonNode element : list) {
      PathElement step = shape.step(element);
      if (step != null) {
        index.add(step, element);
      }
    }
    return index;
  }

  private void add(PathElement step, JsonNode element) {
    Item known = find(step);
    if (known == null) {
      Item item = new Item(step, new ArrayList<>(1));
      item.elements().add(element);
      items.add(item);
      if (byStep != null) {
        byStep.put(step, item);
      }
      return;
    }
    known.elements().add(element);
  }

  List<Item> items() {
    return items;
  }

  @Nullable Item find(PathElement step) {
    if (byStep != null) {
      return byStep.get(step);
    }
    for (Item item : items) {
      if (item.step.compareTo(step) == 0) {
        return item;
      }
    }
    return null;
  }
}
