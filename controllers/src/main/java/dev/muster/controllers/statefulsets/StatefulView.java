package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.AppsV1.RollingUpdateStatefulSetStrategy;
import dev.muster.views.AppsV1.StatefulSet;
import dev.muster.views.AppsV1.StatefulSetSpec;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaim;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutableVolume;
import dev.muster.views.CoreV1.PersistentVolumeClaim;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a StatefulSet asks for: names, ordinals, claims. */
record StatefulView(ObjectNode object) {
  static final String REVISION = "controller-revision-hash";

  private static final String POD_NAME = "statefulset.kubernetes.io/pod-name";
  private static final String POD_INDEX = "apps.kubernetes.io/pod-index";
  private static final Pattern MEMBER = Pattern.compile("(.*)-([0-9]+)", Pattern.DOTALL);

  StatefulSetSpec spec() {
    return StatefulSet.of(object).spec();
  }

  int replicas() {
    return (int) spec().replicas().number();
  }

  long minReadySeconds() {
    return spec().minReadySeconds().number();
  }

  /** Whether pods need not wait for each other. */
  boolean parallel() {
    return spec().podManagementPolicy().text().equals("Parallel");
  }

  boolean rolling() {
    return spec().updateStrategy().type().text().equals("RollingUpdate");
  }

  RollingUpdateStatefulSetStrategy rollingUpdate() {
    return spec().updateStrategy().rollingUpdate();
  }

  int partition() {
    return (int) rollingUpdate().partition().number();
  }

  int firstOrdinal() {
    return (int) spec().ordinals().start().number();
  }

  /** The first one that is not wanted; none is larger than a pod's name can say. */
  int endOrdinal() {
    return (int) Math.min(Integer.MAX_VALUE, (long) firstOrdinal() + replicas());
  }

  boolean wants(int ordinal) {
    return ordinal >= firstOrdinal() && ordinal < endOrdinal();
  }

  boolean wants(JsonNode pod) {
    return wants(ordinal(pod));
  }

  /** Whether a pod is called as one of it. */
  boolean isMember(JsonNode pod) {
    Matcher name = MEMBER.matcher(Meta.name(pod));
    return name.matches() && name.group(1).equals(Meta.name(object));
  }

  /** Negative if the pod's name has none. */
  static int ordinal(JsonNode pod) {
    Matcher name = MEMBER.matcher(Meta.name(pod));
    if (!name.matches() || name.group(2).length() > 10) {
      return -1;
    }
    long ordinal = Long.parseLong(name.group(2));
    return ordinal > Integer.MAX_VALUE ? -1 : (int) ordinal;
  }

  String podName(int ordinal) {
    return Meta.name(object) + "-" + ordinal;
  }

  /** The claims of a pod, by the names of their templates. */
  Map<String, ObjectNode> claims(JsonNode pod) {
    Map<String, ObjectNode> claims = new LinkedHashMap<>();
    for (PersistentVolumeClaim template : spec().volumeClaimTemplates()) {
      MutablePersistentVolumeClaim claim = MutablePersistentVolumeClaim.copyOf(template);
      MutableObjectMeta metadata = claim.metadata().ensure();
      metadata.name(claimName(template, ordinal(pod)));
      metadata.namespace(Meta.namespace(object));
      Map<String, String> selected = Meta.texts(spec().selector().matchLabels());
      selected.forEach((name, value) -> metadata.labels().map().put(name, value));
      claim.apiVersion("v1").kind("PersistentVolumeClaim");
      claim.status().remove();
      claims.put(template.metadata().name().text(), claim.tree());
    }
    return claims;
  }

  private String claimName(PersistentVolumeClaim template, int ordinal) {
    return template.metadata().name().text() + "-" + Meta.name(object) + "-" + ordinal;
  }

  void identify(ObjectNode pod, int ordinal) {
    MutableObjectMeta metadata = MutablePod.of(pod).metadata().ensure();
    metadata.name(podName(ordinal)).namespace(Meta.namespace(object));
    ObjectNode labels = metadata.labels().map();
    labels.put(POD_NAME, podName(ordinal)).put(POD_INDEX, Integer.toString(ordinal));
  }

  boolean isIdentified(JsonNode pod) {
    return Meta.name(pod).equals(podName(ordinal(pod)))
        && Meta.name(pod).equals(Meta.labels(pod).get(POD_NAME));
  }

  /** Puts the volumes of its claims before a pod's own. */
  void store(ObjectNode pod) {
    ArrayNode volumes = JsonNodeFactory.instance.arrayNode();
    Map<String, ObjectNode> claims = claims(pod);
    claims.forEach(
        (name, claim) -> {
          MutableVolume volume = MutableVolume.of(volumes.addObject()).name(name);
          volume.persistentVolumeClaim().replace().claimName(Meta.name(claim));
        });
    for (Volume volume : Pod.of(pod).spec().volumes()) {
      if (!claims.containsKey(volume.name().text())) {
        volumes.add(volume.tree());
      }
    }
    if (!volumes.isEmpty()) {
      MutablePod.of(pod).spec().ensure().volumes().set(volumes);
    }
  }

  boolean isStored(JsonNode pod) {
    Map<String, String> mounted = new LinkedHashMap<>();
    for (Volume volume : Pod.of(pod).spec().volumes()) {
      mounted.put(volume.name().text(), volume.persistentVolumeClaim().claimName().text());
    }
    return claims(pod).entrySet().stream()
        .allMatch(claim -> Meta.name(claim.getValue()).equals(mounted.get(claim.getKey())));
  }
}
