package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetaV1.OwnerReference;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;

/** Owner references that stand in an object twice: one is enough, and the writer is told. */
final class OwnerDuplicates {
  private OwnerDuplicates() {}

  /** When they are looked for, which the warning names. */
  enum Seen {
    SENT(""),
    AFTER_ADMISSION(" after mutating admission happens");

    private final String words;

    Seen(String words) {
      this.words = words;
    }
  }

  static void drop(ObjectNode object, Seen seen, Consumer<String> warn) {
    if (!(ObjectMeta.ofObject(object).ownerReferences().at().node()
        instanceof ArrayNode references)) {
      return;
    }
    // texts have an order: no choice of values makes a table of them slow
    Map<String, JsonNode> distinct = new LinkedHashMap<>();
    StringJoiner duplicates = new StringJoiner(", ");
    for (JsonNode reference : references) {
      if (distinct.putIfAbsent(reference.toString(), reference) != null) {
        duplicates.add(OwnerReference.of(reference).uid().text());
      }
    }
    if (duplicates.length() > 0) {
      references.removeAll();
      references.addAll(distinct.values());
      warn.accept(
          ".metadata.ownerReferences contains duplicate entries"
              + seen.words
              + "; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your"
              + " requests; duplicate UID(s) observed: "
              + duplicates);
    }
  }
}
