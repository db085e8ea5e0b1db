package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Where two versions of an object differ. Values are not told: some are nobody's business. */
final class ChangedPlaces {
  private static final int MOST = 20;
  private static final int DEEPEST = 32;
  private static final int LONGEST = 200;

  private final List<String> found = new ArrayList<>();

  private ChangedPlaces() {}

  /** A few words for each place, the first ones only. */
  static List<String> between(JsonNode before, JsonNode after) {
    ChangedPlaces changes = new ChangedPlaces();
    changes.compare("", before, after, 0);
    return changes.found;
  }

  private void compare(String path, JsonNode before, JsonNode after, int depth) {
    if (found.size() > MOST || before.equals(after)) {
      return;
    }
    if (before.isMissingNode()) {
      add("sets ", path);
    } else if (after.isMissingNode()) {
      add("removes ", path);
    } else if (before.isObject() && after.isObject() && depth < DEEPEST) {
      Set<String> names = new LinkedHashSet<>();
      before.fieldNames().forEachRemaining(names::add);
      after.fieldNames().forEachRemaining(names::add);
      names.forEach(
          name ->
              compare(
                  path.isEmpty() ? name : path + "." + name,
                  before.path(name),
                  after.path(name),
                  depth + 1));
    } else if (before.isArray() && after.isArray() && before.size() == after.size()) {
      for (int i = 0; i < before.size() && found.size() <= MOST; i++) {
        compare(path + "[" + i + "]", before.get(i), after.get(i), depth + 1);
      }
    } else {
      add("changes ", path);
    }
  }

  private void add(String what, String path) {
    if (found.size() < MOST) {
      found.add(what + (path.length() > LONGEST ? path.substring(0, LONGEST) + "..." : path));
    } else if (found.size() == MOST) {
      found.add("and more");
    }
  }
}
