package dev.muster.kinds.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import java.util.ArrayList;
import java.util.List;

/** Which objects a quota is about. */
public final class QuotaScope {
  private QuotaScope() {}

  /** Whether the object is in all of the quota's scopes. */
  public static boolean covers(ObjectNode quota, Evaluator evaluator, ObjectNode object) {
    return scopes(quota).stream().allMatch(scope -> evaluator.inScope(scope, object));
  }

  private static List<At> scopes(ObjectNode quota) {
    List<At> scopes = new ArrayList<>();
    At spec = At.root(quota).get("spec");
    for (JsonNode scope : spec.get("scopes").node()) {
      ObjectNode exists = JsonNodeFactory.instance.objectNode();
      exists.put("scopeName", scope.asText()).put("operator", "Exists");
      scopes.add(At.root(exists));
    }
    scopes.addAll(spec.get("scopeSelector", "matchExpressions").each());
    return scopes;
  }
}
