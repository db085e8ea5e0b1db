package dev.muster.access.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What became of an object on its way, a sentence for each field. Elements of a list that have
 * names are compared with those of the same name. What every write sets is left out, and what is
 * secret is not quoted.
 */
public final class ObjectDifference {
  private static final int MOST = 50;
  private static final int DEEPEST = 100;

  /** Set by the server whatever is sent. */
  private static final Set<String> ALWAYS_SET =
      Set.of(
          "metadata.uid",
          "metadata.creationTimestamp",
          "metadata.resourceVersion",
          "metadata.generation",
          "metadata.managedFields",
          "metadata.selfLink",
          "status");

  /** By which the elements of a list are told apart, if each has one of its own. */
  private static final List<String> KEYS = List.of("name", "mountPath", "containerPort", "key");

  private final List<String> sentences = new ArrayList<>();
  private final boolean secret;

  private ObjectDifference(boolean secret) {
    this.secret = secret;
  }

  /** In the order of the fields; of more than fifty the first and how many more. */
  public static List<String> sentences(ObjectNode sent, ObjectNode returned) {
    boolean secret = PartialObjectMetadata.of(returned).kind().text().equals("Secret");
    ObjectDifference difference = new ObjectDifference(secret);
    difference.compare("", sent, returned, 0);
    List<String> all = difference.sentences;
    if (all.size() <= MOST) {
      return List.copyOf(all);
    }
    List<String> first = new ArrayList<>(all.subList(0, MOST));
    first.add("and " + (all.size() - MOST) + " more");
    return first;
  }

  private void compare(String path, JsonNode before, JsonNode after, int depth) {
    if (before.equals(after) || ALWAYS_SET.contains(path)) {
      return;
    }
    if (isEmpty(before) && isEmpty(after)) {
      return;
    }
    boolean deep = depth < DEEPEST;
    if (deep && before.isObject() && after.isObject()) {
      fields(path, before, after, depth);
    } else if (deep && before.isArray() && after.isArray()) {
      elements(path, before, after, depth);
    } else if (isEmpty(before)) {
      sentences.add(path + " is set to " + text(after));
    } else if (isEmpty(after)) {
      sentences.add(path + " is taken out, it was " + text(before));
    } else {
      sentences.add(path + " is changed from " + text(before) + " to " + text(after));
    }
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isMissingNode() || value.isNull() || value.isContainerNode() && value.isEmpty();
  }

  private void fields(String path, JsonNode before, JsonNode after, int depth) {
    Set<String> names = new LinkedHashSet<>();
    before.fieldNames().forEachRemaining(names::add);
    after.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      compare(below(path, name), before.path(name), after.path(name), depth + 1);
    }
  }

  /** A name that is no plain word stands in brackets, so that nothing else can be read into it. */
  private static String below(String path, String name) {
    boolean plain =
        !name.isEmpty() && name.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c));
    if (!plain) {
      return path + "[" + GoText.brief(name) + "]";
    }
    return path.isEmpty() ? name : path + "." + name;
  }

  private void elements(String path, JsonNode before, JsonNode after, int depth) {
    for (String key : KEYS) {
      Map<String, JsonNode> old = byKey(key, before);
      Map<String, JsonNode> now = byKey(key, after);
      if (old.size() == before.size() && now.size() == after.size()) {
        Set<String> values = new LinkedHashSet<>(old.keySet());
        values.addAll(now.keySet());
        JsonNode none = before.path(-1);
        for (String value : values) {
          String place = path + "[" + GoText.brief(value) + "]";
          compare(place, old.getOrDefault(value, none), now.getOrDefault(value, none), depth + 1);
        }
        return;
      }
    }
    for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
      compare(path + "[" + i + "]", before.path(i), after.path(i), depth + 1);
    }
  }

  private static Map<String, JsonNode> byKey(String key, JsonNode list) {
    Map<String, JsonNode> found = new LinkedHashMap<>();
    list.forEach(
        element -> {
          if (element.path(key).isValueNode()) {
            found.put(element.path(key).asText(), element);
          }
        });
    return found;
  }

  private String text(JsonNode value) {
    if (secret) {
      return "a value that is not shown";
    }
    if (value.isTextual()) {
      return GoText.brief(value.asText());
    }
    String json = value.toString();
    return json.length() <= 160 ? json : json.substring(0, 160) + "...";
  }
}
