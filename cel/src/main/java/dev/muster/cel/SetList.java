package dev.muster.cel;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.RandomAccess;
import java.util.Set;

/** A list whose schema calls it a set: the same as another in any order, and without doubles. */
final class SetList extends AbstractList<Object>
    implements RandomAccess, Equality.Comparing, Equality.Merging {
  private final List<?> elements;

  SetList(List<?> elements) {
    this.elements = elements;
  }

  @Override
  public Object get(int index) {
    return elements.get(index);
  }

  @Override
  public int size() {
    return elements.size();
  }

  @Override
  public boolean same(Object other) {
    return other instanceof List<?> list
        && list.size() == size()
        && new HashSet<>(elements).containsAll(list);
  }

  @Override
  public List<?> plus(List<?> other) {
    Set<Object> known = new HashSet<>(elements);
    List<Object> all = new ArrayList<>(elements);
    for (Object element : other) {
      if (known.add(element)) {
        all.add(element);
      }
    }
    return new SetList(all);
  }
}
