package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.Set;
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
    if (!(object.path("metadata").path("ownerReferences") instanceof ArrayNode references)) {
      return;
    }
    Set<JsonNode> distinct = new LinkedHashSet<>();
    StringJoiner duplicates = new StringJoiner(", ");
    for (JsonNode reference : references) {
      if (!distinct.add(reference)) {
        duplicates.add(reference.path("uid").asText());
      }
    }
    if (duplicates.length() > 0) {
      references.removeAll();
      references.addAll(distinct);
      warn.accept(
          ".metadata.ownerReferences contains duplicate entries"
              + seen.words
              + "; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your"
              + " requests; duplicate UID(s) observed: "
              + duplicates);
    }
  }
}
