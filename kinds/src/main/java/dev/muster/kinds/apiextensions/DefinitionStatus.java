package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionNames;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinitionSpec;
import dev.muster.views.ApiextensionsV1.MutableCustomResourceDefinition;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;

/** What the server itself says of a definition: accepted names and conditions. */
public final class DefinitionStatus {
  private DefinitionStatus() {}

  /**
   * Brings the status up to date.
   *
   * @param all the definitions there are
   * @param annotated whether the annotation about its approval is another than the last time
   */
  public static void settle(
      ObjectNode definition, Collection<? extends JsonNode> all, boolean annotated, Instant now) {
    CustomResourceDefinitionSpec spec = CustomResourceDefinition.of(definition).spec();
    CustomResourceDefinitionNames accepted =
        CustomResourceDefinition.of(definition).status().acceptedNames();
    if (!Objects.equals(spec.names().tree(), accepted.tree())) {
      new AcceptedNames(spec.group().text(), all)
          .settle(MutableCustomResourceDefinition.of(definition), now);
    } else if (DefinitionConditions.isTrue(definition, "NamesAccepted")
        && !DefinitionConditions.isTrue(definition, "Established")) {
      DefinitionConditions.set(
          MutableCustomResourceDefinition.of(definition),
          "Established",
          "True",
          "InitialNamesAccepted",
          "the initial names have been accepted",
          now);
    }
    ApiApproval approval = ApiApproval.of(CustomResourceDefinition.of(definition));
    if (annotated && approval.state() != ApiApproval.State.NOT_NEEDED) {
      DefinitionConditions.set(
          MutableCustomResourceDefinition.of(definition),
          "KubernetesAPIApprovalPolicyConformant",
          approval.state() == ApiApproval.State.APPROVED ? "True" : "False",
          approval.state().reason(),
          approval.message(),
          now);
    }
  }

  /** Whether its objects are served. */
  public static boolean isServed(JsonNode definition) {
    return DefinitionConditions.isTrue(definition, "NamesAccepted")
        || DefinitionConditions.isTrue(definition, "Established");
  }
}
