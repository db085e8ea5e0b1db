package dev.muster.access.change;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.PolicyException;
import dev.muster.authz.abac.AbacPolicy;
import dev.muster.authz.abac.AbacPolicyException;
import dev.muster.authz.abac.PolicyLine;
import java.util.ArrayList;
import java.util.List;

/** Lines of ABAC that are written as documents of kind Policy. */
public final class AbacDocuments {
  private AbacDocuments() {}

  /** Whether an object is one. */
  public static boolean isLine(JsonNode object) {
    return object.path("kind").asText().equals("Policy")
        && object.path("apiVersion").asText().startsWith("abac.authorization.kubernetes.io/");
  }

  /**
   * Those among objects.
   *
   * @throws PolicyException if one of them is not right
   */
  public static List<PolicyLine> lines(Iterable<? extends JsonNode> objects) {
    List<PolicyLine> lines = new ArrayList<>();
    for (JsonNode object : objects) {
      if (isLine(object)) {
        try {
          lines.addAll(AbacPolicy.parse("a document of kind Policy", object.toString()).lines());
        } catch (AbacPolicyException e) {
          throw new PolicyException(String.valueOf(e.getMessage()));
        }
      }
    }
    return lines;
  }
}
