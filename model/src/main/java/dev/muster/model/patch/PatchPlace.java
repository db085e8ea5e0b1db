package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import org.jspecify.annotations.Nullable;

/** A name in an object or an index in a list, which need not exist; so many steps down. */
record PatchPlace(JsonNode holder, String name, int steps, PatchEffort effort) {
  /** Elements of a list that move up or down in the time of one step. */
  private static final int MOVED_AT_ONCE = 1_024;

  JsonNode get() {
    @Nullable JsonNode found =
        holder instanceof ArrayNode list ? list.get(index(list.size())) : holder.get(name);
    return found == null ? NullNode.getInstance() : found;
  }

  void add(JsonNode value) {
    effort.place(value, steps);
    if (holder instanceof ArrayNode list) {
      effort.spend(list.size() / MOVED_AT_ONCE);
      list.insert(name.equals("-") ? list.size() : insertion(list.size() + 1), value);
    } else {
      ((ObjectNode) holder).set(name, value);
    }
  }

  void replace(JsonNode value) {
    effort.place(value, steps);
    if (holder instanceof ArrayNode list) {
      list.set(index(list.size()), value);
    } else {
      ((ObjectNode) holder).set(name, value);
    }
  }

  void remove() {
    if (holder instanceof ArrayNode list) {
      effort.spend(list.size() / MOVED_AT_ONCE);
      list.remove(index(list.size()));
    } else if (((ObjectNode) holder).remove(name) == null) {
      throw InapplicablePatch.missing("Unable to remove nonexistent key: " + name);
    }
  }

  private int insertion(int limit) {
    try {
      Integer.parseInt(name);
    } catch (NumberFormatException e) {
      throw new InapplicablePatch(
          "value was not a proper array index: '" + name + "': " + noNumber());
    }
    return index(limit);
  }

  private String noNumber() {
    return "strconv.Atoi: parsing " + GoText.quote(name) + ": invalid syntax";
  }

  /** The index below the limit; negative ones count from it. */
  private int index(int limit) {
    int index;
    try {
      index = Integer.parseInt(name);
    } catch (NumberFormatException e) {
      throw new InapplicablePatch(noNumber());
    }
    int counted = index < 0 ? index + limit : index;
    if (counted < 0 || counted >= limit) {
      throw new InapplicablePatch(
          "Unable to access invalid index: " + index + ": invalid index referenced");
    }
    return counted;
  }
}
