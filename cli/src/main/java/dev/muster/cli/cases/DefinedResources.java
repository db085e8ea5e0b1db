package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.question.KnownResource;
import dev.muster.access.question.KnownResources;
import dev.muster.cli.manifests.Manifest;
import java.util.ArrayList;
import java.util.List;

/** The resources that cases may ask about: Kubernetes' own, and those that the policy defines. */
final class DefinedResources {
  private DefinedResources() {}

  static KnownResources with(List<Manifest> policy) {
    List<KnownResource> defined = new ArrayList<>();
    for (Manifest manifest : policy) {
      JsonNode spec = manifest.tree().path("spec");
      String plural = spec.at("/names/plural").asText();
      boolean definition = manifest.tree().path("kind").asText().equals("CustomResourceDefinition");
      if (definition && !plural.isEmpty()) {
        List<String> words = new ArrayList<>(List.of(plural));
        words.add(spec.at("/names/singular").asText(plural));
        spec.at("/names/shortNames").forEach(name -> words.add(name.asText()));
        defined.add(
            new KnownResource(
                spec.path("group").asText(),
                spec.at("/versions/0/name").asText(),
                spec.path("scope").asText().equals("Namespaced"),
                words));
      }
    }
    return KnownResources.builtIn().and(defined);
  }
}
