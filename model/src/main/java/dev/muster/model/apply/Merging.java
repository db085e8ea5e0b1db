package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lays a configuration over an object: what it mentions wins, nothing goes away. The result shares
 * parts with both; they must not be changed.
 */
final class Merging {
  private Merging() {}

  static JsonNode merge(Shape shape, @Nullable JsonNode live, @Nullable JsonNode config) {
    if (config == null) {
      return live == null ? JsonNodeFactory.instance.nullNode() : live;
    }
    boolean parts = Members.hasParts(shape, config);
    if (live == null || !parts && !Members.hasParts(shape, live)) {
      return config;
    }
    return switch (shape) {
      case Shape.Whole whole -> config;
      case Shape.Named named -> {
        if (shape instanceof Shape.Untyped && !config.isObject()) {
          yield config;
        }
        yield fields(named, live, config);
      }
      case Shape.Listed listed -> new Elements(listed, live, config).merged();
    };
  }

  private static ObjectNode fields(Shape.Named shape, JsonNode live, JsonNode config) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    for (Map.Entry<String, JsonNode> e : live.properties()) {
      String name = e.getKey();
      out.set(name, merge(shape.part(name), e.getValue(), config.get(name)));
    }
    for (Map.Entry<String, JsonNode> e : config.properties()) {
      if (!live.has(e.getKey())) {
        out.set(e.getKey(), e.getValue());
      }
    }
    return out;
  }

  /**
   * Lists by element: those of the configuration in its order, those that only the object has as
   * near to their neighbours as that allows.
   */
  private static final class Elements {
    private final Shape.Listed shape;
    private final ListIndex live;
    private final ListIndex config;
    private final List<PathElement> liveSteps = new ArrayList<>();
    private final List<JsonNode> liveElements = new ArrayList<>();
    private final ArrayNode out = JsonNodeFactory.instance.arrayNode();
    private final Set<PathElement> done = new HashSet<>();

    Elements(Shape.Listed shape, JsonNode live, JsonNode config) {
      this.shape = shape;
      this.live = ListIndex.of(shape, live);
      this.config = ListIndex.of(shape, config);
      for (JsonNode element : live) {
        Deadline.check();
        PathElement step = shape.step(element);
        if (step != null) {
          liveSteps.add(step);
          liveElements.add(element);
        }
      }
    }

    ArrayNode merged() {
      List<PathElement> wanted = config.items().stream().map(ListIndex.Item::step).toList();
      Deque<PathElement> shared =
          new ArrayDeque<>(wanted.stream().filter(step -> live.find(step) != null).toList());
      int l = 0;
      int r = 0;
      while (l < liveSteps.size() || r < wanted.size()) {
        Deadline.check();
        if (l < liveSteps.size() && r < wanted.size()) {
          PathElement step = liveSteps.get(l);
          if (step.equals(wanted.get(r))) {
            take(step);
            l++;
            r++;
            drop(shared);
            continue;
          }
          boolean inBoth = config.find(step) != null;
          if (inBoth && !shared.isEmpty() && !shared.getFirst().equals(step)) {
            l++;
            continue;
          }
        }
        if (l < liveSteps.size()) {
          PathElement step = liveSteps.get(l);
          if (config.find(step) == null) {
            out.add(liveElements.get(l));
            l++;
            continue;
          }
          if (done.contains(step)) {
            l++;
          }
        }
        if (r < wanted.size()) {
          PathElement step = wanted.get(r);
          take(step);
          r++;
          if (!shared.isEmpty() && shared.getFirst().equals(step)) {
            drop(shared);
          }
        }
      }
      return out;
    }

    private static void drop(Deque<PathElement> shared) {
      if (!shared.isEmpty()) {
        shared.removeFirst();
      }
    }

    /** Adds the configuration's element, merged with the object's if that is one. */
    private void take(PathElement step) {
      done.add(step);
      ListIndex.Item mine = config.find(step);
      ListIndex.Item theirs = live.find(step);
      JsonNode before = theirs == null || theirs.repeated() ? null : theirs.first();
      out.add(merge(shape.elements(), before, mine == null ? null : mine.first()));
    }
  }
}
