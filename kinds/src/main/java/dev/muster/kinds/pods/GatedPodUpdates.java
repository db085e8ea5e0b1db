package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.model.field.Path;
import java.util.List;

/** A pod that waits behind scheduling gates may still be made pickier about nodes. */
final class GatedPodUpdates {
  private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

  private GatedPodUpdates() {}

  /** Checks the node selector and node affinity, and puts both back in {@code rest}. */
  static void validate(At spec, ObjectNode rest, ObjectNode old, Errors errors) {
    JsonNode before = old.path("nodeSelector");
    JsonNode now = rest.path("nodeSelector");
    if (before.properties().stream().anyMatch(e -> !e.getValue().equals(now.get(e.getKey())))) {
      errors.invalid(
          spec.get("nodeSelector").path(),
          InvalidValue.of(now.isMissingNode() ? JsonNodeFactory.instance.nullNode() : now),
          "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
    }
    PodUpdates.copy("nodeSelector", old, rest);
    affinity(spec, rest, old, errors);
  }

  private static void affinity(At spec, ObjectNode rest, ObjectNode old, Errors errors) {
    JsonNode before = old.path("affinity").path("nodeAffinity");
    JsonNode now = rest.path("affinity").path("nodeAffinity");
    if (before.equals(now)) {
      return;
    }
    At terms = spec.get("affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms");
    JsonNode oldTerms = before.path(REQUIRED).path("nodeSelectorTerms");
    if (before.has(REQUIRED)) {
      terms(terms, oldTerms, errors);
    }
    if (!rest.has("affinity")) {
      rest.putObject("affinity").set("nodeAffinity", before);
      return;
    }
    ObjectNode affinity = (ObjectNode) rest.get("affinity");
    boolean onlyNodes = !affinity.has("podAffinity") && !affinity.has("podAntiAffinity");
    if (!old.has("affinity") && onlyNodes) {
      rest.remove("affinity");
    } else if (before.isMissingNode()) {
      affinity.remove("nodeAffinity");
    } else {
      affinity.set("nodeAffinity", before);
    }
  }

  private static void terms(At terms, JsonNode old, Errors errors) {
    if (old.isEmpty()) {
      return;
    }
    if (old.size() != terms.size()) {
      errors.invalid(
          terms.path(),
          internal(terms.node()),
          "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
      return;
    }
    List<At> now = terms.each();
    for (int i = 0; i < now.size(); i++) {
      if (!onlyAdds(now.get(i).node(), old.get(i))) {
        Path at = now.get(i).path();
        errors.invalid(
            at,
            internal(now.get(i).node()),
            "only additions are allowed (no mutations or deletions)");
      }
    }
  }

  private static boolean onlyAdds(JsonNode now, JsonNode old) {
    boolean wasEmpty = old.path("matchExpressions").isEmpty() && old.path("matchFields").isEmpty();
    if (wasEmpty
        && (!now.path("matchExpressions").isEmpty() || !now.path("matchFields").isEmpty())) {
      return false;
    }
    return startsWith(now.path("matchExpressions"), old.path("matchExpressions"))
        && startsWith(now.path("matchFields"), old.path("matchFields"));
  }

  private static boolean startsWith(JsonNode list, JsonNode start) {
    if (list.size() < start.size()) {
      return false;
    }
    for (int i = 0; i < start.size(); i++) {
      if (!list.get(i).equals(start.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Node selector terms as messages show them: with the names of the server's own structs. */
  private static String internal(JsonNode value) {
    return InternalNames.of(value, List.of("matchExpressions", "matchFields"));
  }
}
