package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Path;
import java.util.ArrayList;
import java.util.List;

/** A copy of a pod that a policy fills in. Remembers what was changed. */
final class PodDraft {
  private static final List<String> LISTS =
      List.of("initContainers", "containers", "ephemeralContainers");

  private final ObjectNode pod;
  private final ObjectNode spec;
  private final List<FilledIn> changes = new ArrayList<>();
  private final List<ContainerDraft> containers = new ArrayList<>();

  private PodDraft(ObjectNode pod) {
    this.pod = pod;
    this.spec = child(pod, "spec");
    for (String list : LISTS) {
      for (At container : spec().get(list).each()) {
        containers.add(new ContainerDraft(this, container));
      }
    }
  }

  static PodDraft copyOf(ObjectNode pod) {
    return new PodDraft(pod.deepCopy());
  }

  ObjectNode pod() {
    return pod;
  }

  At spec() {
    return new At(spec, Path.of("spec"));
  }

  /** The pod's security context. */
  At context() {
    return spec().get("securityContext");
  }

  List<ContainerDraft> containers() {
    return containers;
  }

  List<FilledIn> changes() {
    return List.copyOf(changes);
  }

  /** The value, or empty text. */
  String annotation(String key) {
    return pod.path("metadata").path("annotations").path(key).asText();
  }

  boolean hasAnnotation(String key) {
    return pod.path("metadata").path("annotations").has(key);
  }

  void annotate(String key, String value) {
    child(child(pod, "metadata"), "annotations").put(key, value);
    changes.add(
        new FilledIn(Path.of("metadata", "annotations").key(key).toString(), new TextNode(value)));
  }

  /** Sets a field of the pod's security context. */
  void set(String field, JsonNode value) {
    set(child(spec, "securityContext"), context().path(), field, value);
  }

  void setInSpec(String field, JsonNode value) {
    set(spec, Path.of("spec"), field, value);
  }

  void set(ObjectNode in, Path at, String field, JsonNode value) {
    in.set(field, value);
    changes.add(new FilledIn(at.child(field).toString(), value));
  }

  static ObjectNode child(ObjectNode parent, String name) {
    return parent.get(name) instanceof ObjectNode found ? found : parent.putObject(name);
  }
}
