package dev.muster.cli.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.identity.credspec.CredentialSpec;
import dev.muster.identity.credspec.SpecSource;
import dev.muster.node.containers.ConfigSource;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ConfigMap;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import dev.muster.views.WindowsV1.GMSACredentialSpec;
import java.util.List;
import java.util.Optional;

/** What a pod names, among documents at hand. */
record ManifestObjects(List<ObjectNode> documents) implements ConfigSource {
  @Override
  public Optional<ObjectNode> configMap(String namespace, String name) {
    return find("ConfigMap", namespace, name);
  }

  @Override
  public Optional<ObjectNode> secret(String namespace, String name) {
    return find("Secret", namespace, name);
  }

  @Override
  public Optional<ObjectNode> runtimeClass(String name) {
    return find("RuntimeClass", "", name);
  }

  private Optional<ObjectNode> find(String kind, String namespace, String name) {
    return documents.stream()
        .filter(each -> PartialObjectMetadata.of(each).kind().text().equals(kind))
        .filter(each -> ObjectMeta.ofObject(each).name().text().equals(name))
        .filter(
            each ->
                namespace.isEmpty()
                    || ObjectMeta.ofObject(each).namespace().textOr("default").equals(namespace))
        .findFirst();
  }

  /** The credential spec of a container, as admission and the node would find it. */
  Optional<String> credentials(Pod pod, ContainerSpec container) throws ContainerProblem {
    return switch (SpecSource.of(pod.tree(), container.tree())) {
      case SpecSource.None none -> Optional.empty();
      case SpecSource.Contents contents -> Optional.of(contents.text());
      case SpecSource.Unfilled named ->
          Optional.of(
              find("GMSACredentialSpec", "", named.name())
                  .map(each -> GMSACredentialSpec.of(each).credspec().node().toString())
                  .orElseThrow(() -> missing("GMSACredentialSpec \"" + named.name() + "\"")));
      case SpecSource.ConfigMap map -> Optional.of(spec(pod, map.name()));
    };
  }

  private String spec(Pod pod, String name) throws ContainerProblem {
    ObjectNode map =
        configMap(pod.namespace(), name).orElseThrow(() -> missing("configmap \"" + name + "\""));
    JsonNode found = ConfigMap.of(map).data().get(CredentialSpec.KEY).node();
    if (!found.isTextual()) {
      throw ContainerProblem.config(
          "configmap \"" + name + "\" has no key \"" + CredentialSpec.KEY + "\"");
    }
    return found.textValue();
  }

  private static ContainerProblem missing(String what) {
    return ContainerProblem.config(what + " is not among the files: give it with -f");
  }
}
