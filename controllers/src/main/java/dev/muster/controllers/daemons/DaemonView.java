package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.nodes.NodeRequirements;
import dev.muster.controllers.nodes.TaintTolerance;
import dev.muster.controllers.objects.IntOrPercent;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.Toleration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a DaemonSet asks for, of a node and of a pod.
 *
 * @param podSpec of its pods, with what they bear
 */
record DaemonView(ObjectNode object, ObjectNode podSpec) {
  static final String HASH = "controller-revision-hash";

  private static final String GENERATION_LABEL = "pod-template-generation";
  private static final String GENERATION = "deprecated.daemonset.template.generation";

  DaemonView(ObjectNode object) {
    this(object, bearing(object));
  }

  private static ObjectNode bearing(ObjectNode object) {
    ObjectNode spec = object.path("spec").path("template").path("spec").deepCopy();
    DaemonTolerations.addTo(spec);
    return spec;
  }

  JsonNode spec() {
    return object.path("spec");
  }

  JsonNode template() {
    return spec().path("template");
  }

  long minReadySeconds() {
    return spec().path("minReadySeconds").asLong();
  }

  boolean rolling() {
    return spec().path("updateStrategy").path("type").asText().equals("RollingUpdate");
  }

  int maxSurge(int nodes) {
    return share("maxSurge", nodes);
  }

  /** One, if nothing else would let anything move. */
  int maxUnavailable(int nodes) {
    int share = share("maxUnavailable", nodes);
    return nodes > 0 && share == 0 && maxSurge(nodes) == 0 ? 1 : share;
  }

  private int share(String field, int nodes) {
    JsonNode rollingUpdate = spec().path("updateStrategy").path("rollingUpdate");
    return rolling() ? IntOrPercent.of(rollingUpdate.path(field), nodes, true) : 0;
  }

  boolean allowsSurge() {
    return maxSurge(1) > 0;
  }

  private Optional<String> generation() {
    return Optional.of(Meta.annotation(object, GENERATION))
        .filter(text -> text.matches("[+-]?\\d{1,18}"))
        .map(text -> Long.toString(Long.parseLong(text)));
  }

  /** The template with what every pod of a DaemonSet gets. */
  ObjectNode podTemplate(String hash) {
    ObjectNode copy = template().deepCopy();
    copy.set("spec", podSpec.deepCopy());
    ObjectNode labels = copy.withObject("/metadata").withObject("/labels");
    generation().ifPresent(text -> labels.put(GENERATION_LABEL, text));
    if (!hash.isEmpty()) {
      labels.put(HASH, hash);
    }
    return copy;
  }

  /** The same for one node: the scheduler puts it there or nowhere. */
  ObjectNode podTemplate(String hash, String node) {
    ObjectNode copy = podTemplate(hash);
    ObjectNode term = JsonNodeFactory.instance.objectNode();
    ObjectNode requirement = term.putArray("matchFields").addObject();
    requirement.put("key", "metadata.name").put("operator", "In").putArray("values").add(node);
    copy.withObject("/spec")
        .withObject("/affinity")
        .withObject("/nodeAffinity")
        .withObject("/requiredDuringSchedulingIgnoredDuringExecution")
        .putArray("nodeSelectorTerms")
        .add(term);
    return copy;
  }

  boolean isUpdated(JsonNode pod, String hash) {
    String label = Meta.labels(pod).getOrDefault(GENERATION_LABEL, "");
    return generation().filter(label::equals).isPresent()
        || !hash.isEmpty() && hash.equals(Meta.labels(pod).get(HASH));
  }

  /**
   * What a node is to it.
   *
   * @param run whether a pod has to be there
   * @param stay whether one that is there may stay
   */
  record Fit(boolean run, boolean stay) {}

  Fit fit(JsonNode tree) {
    CoreV1.Node node = CoreV1.Node.of(tree);
    PodSpec spec = PodSpec.of(podSpec);
    String only = spec.nodeName().text();
    if (!only.isEmpty() && !only.equals(Meta.name(tree)) || !NodeRequirements.areMet(spec, node)) {
      return new Fit(false, false);
    }
    List<Toleration> tolerations = spec.tolerations();
    if (TaintTolerance.bears(tolerations, node, Set.of("NoExecute", "NoSchedule"))) {
      return new Fit(true, true);
    }
    return new Fit(false, TaintTolerance.bears(tolerations, node, Set.of("NoExecute")));
  }
}
