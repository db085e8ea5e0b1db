package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Conversion;
import java.util.List;

/**
 * A kind with a pod's spec in it, in a version that does not know {@code supplementalGroupsPolicy}:
 * what a newer version stored is not there for whoever changes the object.
 *
 * @param place of the spec
 */
public record BeforeGroupsPolicy(List<String> place) implements Conversion {
  @Override
  public ObjectNode toStored(ObjectNode served) {
    return served;
  }

  @Override
  public ObjectNode fromStored(ObjectNode stored) {
    if (PodSpecs.at(place, stored).get("securityContext").node() instanceof ObjectNode context) {
      context.remove("supplementalGroupsPolicy");
    }
    for (String list : TraitedPodSpecs.STATUSES) {
      Children.each(stored.path("status"), list).forEach(status -> status.remove("user"));
    }
    return stored;
  }
}
