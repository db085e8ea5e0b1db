package dev.muster.cel;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/** A list whose schema calls it a map: elements with the same keys are the same element. */
final class MapList extends AbstractList<Object>
    implements RandomAccess, Equality.Comparing, Equality.Merging {
  private final List<?> elements;
  private final List<String> keys;

  MapList(List<?> elements, List<String> keys) {
    this.elements = elements;
    this.keys = keys;
  }

  @Override
  public Object get(int index) {
    return elements.get(index);
  }

  @Override
  public int size() {
    return elements.size();
  }

  private List<@Nullable Object> key(Object element) {
    List<@Nullable Object> key = new ArrayList<>();
    for (String name : keys) {
      key.add(element instanceof Map<?, ?> object ? object.get(name) : element);
    }
    return key;
  }

  @Override
  public boolean same(Object other) {
    if (!(other instanceof List<?> list) || list.size() != size()) {
      return false;
    }
    Map<List<@Nullable Object>, Object> own = new HashMap<>();
    elements.forEach(element -> own.put(key(element), element));
    for (Object element : list) {
      Object found = own.get(key(element));
      if (found == null || !Equality.equal(found, element)) {
        return false;
      }
    }
    return true;
  }

  /** Elements of the other take the place of those with their keys. */
  @Override
  public List<?> plus(List<?> other) {
    List<Object> all = new ArrayList<>(elements);
    Map<List<@Nullable Object>, Integer> places = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      places.put(key(all.get(i)), i);
    }
    for (Object element : other) {
      Integer place = places.get(key(element));
      if (place == null) {
        all.add(element);
      } else {
        all.set(place, element);
      }
    }
    return new MapList(all, keys);
  }
}
