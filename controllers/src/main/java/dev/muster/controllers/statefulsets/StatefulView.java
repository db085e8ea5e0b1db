package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
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

  JsonNode spec() {
    return object.path("spec");
  }

  int replicas() {
    return spec().path("replicas").asInt();
  }

  long minReadySeconds() {
    return spec().path("minReadySeconds").asLong();
  }

  /** Whether pods need not wait for each other. */
  boolean parallel() {
    return spec().path("podManagementPolicy").asText().equals("Parallel");
  }

  boolean rolling() {
    return spec().path("updateStrategy").path("type").asText().equals("RollingUpdate");
  }

  JsonNode rollingUpdate() {
    return spec().path("updateStrategy").path("rollingUpdate");
  }

  int partition() {
    return rollingUpdate().path("partition").asInt();
  }

  int firstOrdinal() {
    return spec().path("ordinals").path("start").asInt();
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
    for (JsonNode template : spec().path("volumeClaimTemplates")) {
      ObjectNode claim = template.deepCopy();
      ObjectNode metadata = claim.withObject("/metadata");
      metadata.put("name", claimName(template, ordinal(pod)));
      metadata.put("namespace", Meta.namespace(object));
      Map<String, String> selected = Meta.texts(spec().path("selector").path("matchLabels"));
      selected.forEach((name, value) -> metadata.withObject("/labels").put(name, value));
      claim.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim");
      claim.remove("status");
      claims.put(Meta.name(template), claim);
    }
    return claims;
  }

  private String claimName(JsonNode template, int ordinal) {
    return Meta.name(template) + "-" + Meta.name(object) + "-" + ordinal;
  }

  void identify(ObjectNode pod, int ordinal) {
    ObjectNode metadata = pod.withObject("/metadata");
    metadata.put("name", podName(ordinal)).put("namespace", Meta.namespace(object));
    ObjectNode labels = metadata.withObject("/labels");
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
          ObjectNode volume = volumes.addObject().put("name", name);
          volume.putObject("persistentVolumeClaim").put("claimName", Meta.name(claim));
        });
    for (JsonNode volume : pod.path("spec").path("volumes")) {
      if (!claims.containsKey(volume.path("name").asText())) {
        volumes.add(volume);
      }
    }
    if (!volumes.isEmpty()) {
      pod.withObject("/spec").set("volumes", volumes);
    }
  }

  boolean isStored(JsonNode pod) {
    Map<String, String> mounted = new LinkedHashMap<>();
    for (JsonNode volume : pod.path("spec").path("volumes")) {
      mounted.put(
          volume.path("name").asText(),
          volume.path("persistentVolumeClaim").path("claimName").asText());
    }
    return claims(pod).entrySet().stream()
        .allMatch(claim -> Meta.name(claim.getValue()).equals(mounted.get(claim.getKey())));
  }
}
