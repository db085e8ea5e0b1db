package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Conversion;
import dev.muster.views.CoreV1.MutablePodSpec;
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
    if (PodSpecs.at(place, stored).node() instanceof ObjectNode spec) {
      MutablePodSpec.of(spec)
          .securityContext()
          .ifPresent(context -> context.supplementalGroupsPolicy().remove());
    }
    TraitedPodSpecs.dropUsers(stored);
    return stored;
  }
}
