package dev.muster.views;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A part of an object whose fields the compiler knows. It is the tree itself, seen: what changes
 * there changes here. Reading never fails; what is absent reads as {@link At} says.
 */
public interface View {
  /** The value, and where it stands. */
  At at();

  /** True unless the value is absent or null. */
  default boolean present() {
    return at().present();
  }

  /** The value as a tree. */
  default JsonNode tree() {
    return at().node();
  }

  /** Views of the elements of a list. */
  static <V> List<V> each(At list, Function<At, V> view) {
    List<V> views = new ArrayList<>(list.size());
    list.each().forEach(element -> views.add(view.apply(element)));
    return views;
  }
}
