package dev.muster.views;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.field.At;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Function;

/**
 * The views of a list's elements, each made when it is asked for, and where the list stands. As
 * with {@link View}, what changes in the tree changes here.
 */
public final class ViewList<V> extends AbstractList<V> implements RandomAccess {
  private final At at;
  private final Function<At, V> view;

  ViewList(At at, Function<At, V> view) {
    this.at = at;
    this.view = view;
  }

  /** The list itself, and where it stands. */
  public At at() {
    return at;
  }

  @Override
  public V get(int index) {
    Deadline.check();
    Objects.checkIndex(index, size());
    return view.apply(new At(at.node().get(index), at.path().index(index)));
  }

  @Override
  public int size() {
    return at.node() instanceof ArrayNode list ? list.size() : 0;
  }
}
