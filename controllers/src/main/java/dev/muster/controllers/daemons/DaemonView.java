package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.IntOrPercent;
import dev.muster.controllers.objects.Meta;
import dev.muster.kinds.scheduling.NodeAffinity;
import dev.muster.kinds.scheduling.TaintToleration;
import dev.muster.model.field.At;
import dev.muster.views.AppsV1.DaemonSet;
import dev.muster.views.AppsV1.DaemonSetSpec;
import dev.muster.views.AppsV1.RollingUpdateDaemonSet;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.MutableNodeSelectorRequirement;
import dev.muster.views.CoreV1.MutableNodeSelectorTerm;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutablePodTemplateSpec;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.CoreV1.Taint;
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
    this(object, bearing(DaemonSet.of(object)));
  }

  private static ObjectNode bearing(DaemonSet object) {
    ObjectNode spec = object.spec().template().spec().tree().deepCopy();
    DaemonTolerations.addTo(MutablePodSpec.of(spec));
    return spec;
  }

  DaemonSetSpec spec() {
    return DaemonSet.of(object).spec();
  }

  PodTemplateSpec template() {
    return spec().template();
  }

  long minReadySeconds() {
    return spec().minReadySeconds().number();
  }

  boolean rolling() {
    return spec().updateStrategy().type().text().equals("RollingUpdate");
  }

  int maxSurge(int nodes) {
    return share(rollingUpdate().maxSurge(), nodes);
  }

  /** One, if nothing else would let anything move. */
  int maxUnavailable(int nodes) {
    int share = share(rollingUpdate().maxUnavailable(), nodes);
    return nodes > 0 && share == 0 && maxSurge(nodes) == 0 ? 1 : share;
  }

  private RollingUpdateDaemonSet rollingUpdate() {
    return spec().updateStrategy().rollingUpdate();
  }

  private int share(At share, int nodes) {
    return rolling() ? IntOrPercent.of(share.node(), nodes, true) : 0;
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
  MutablePodTemplateSpec podTemplate(String hash) {
    MutablePodTemplateSpec copy = MutablePodTemplateSpec.copyOf(template());
    copy.spec().set(podSpec.deepCopy());
    ObjectNode labels = copy.metadata().ensure().labels().map();
    generation().ifPresent(text -> labels.put(GENERATION_LABEL, text));
    if (!hash.isEmpty()) {
      labels.put(HASH, hash);
    }
    return copy;
  }

  /** The same for one node: the scheduler puts it there or nowhere. */
  ObjectNode podTemplate(String hash, String node) {
    MutablePodTemplateSpec copy = podTemplate(hash);
    MutableNodeSelectorTerm term = MutableNodeSelectorTerm.create();
    MutableNodeSelectorRequirement requirement = term.matchFields().add();
    requirement.key("metadata.name").operator("In").values().list().add(node);
    copy.spec()
        .ensure()
        .affinity()
        .ensure()
        .nodeAffinity()
        .ensure()
        .requiredDuringSchedulingIgnoredDuringExecution()
        .ensure()
        .nodeSelectorTerms()
        .replace()
        .add(term.tree());
    return copy.tree();
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
    String name = node.metadata().name().text();
    String only = spec.nodeName().text();
    if (!only.isEmpty() && !only.equals(name)
        || !NodeAffinity.matches(spec, name, node.metadata().labels().textMap())) {
      return new Fit(false, false);
    }
    List<Taint> taints = node.spec().taints();
    if (TaintToleration.tolerated(spec, taints, TaintToleration.KEEPING_AWAY)) {
      return new Fit(true, true);
    }
    return new Fit(false, TaintToleration.tolerated(spec, taints, Set.of("NoExecute")));
  }
}
