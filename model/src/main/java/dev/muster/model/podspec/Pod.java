package dev.muster.model.podspec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Seconds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A pod of the API, or one of a manifest on this node. */
public record Pod(ObjectNode tree) {
  /** Where a pod comes from: {@code api} or {@code file}. */
  public static final String SOURCE = "kubernetes.io/config.source";

  /** On a static pod: the fingerprint of its manifest. */
  public static final String HASH = "kubernetes.io/config.hash";

  /** On the API's picture of a static pod: the fingerprint of the manifest it shows. */
  public static final String MIRROR = "kubernetes.io/config.mirror";

  /** A pod of the API, which is not a static one whatever its annotations say. */
  public static Pod ofApi(ObjectNode tree) {
    if (tree.path("metadata").path("annotations") instanceof ObjectNode annotations
        && annotations.has(SOURCE)) {
      annotations.put(SOURCE, "api");
    }
    return new Pod(tree);
  }

  public String namespace() {
    return metadata().path("namespace").asText();
  }

  public String name() {
    return metadata().path("name").asText();
  }

  /** {@code namespace/name}, for logs and for maps of what has one owner at a time. */
  public String key() {
    return namespace() + "/" + name();
  }

  public String uid() {
    return metadata().path("uid").asText();
  }

  public JsonNode metadata() {
    return tree.path("metadata");
  }

  public JsonNode spec() {
    return tree.path("spec");
  }

  public JsonNode status() {
    return tree.path("status");
  }

  public long generation() {
    return metadata().path("generation").asLong();
  }

  public Map<String, String> labels() {
    return texts(metadata().path("labels"));
  }

  public Map<String, String> annotations() {
    return texts(metadata().path("annotations"));
  }

  public String annotation(String key) {
    return metadata().path("annotations").path(key).asText();
  }

  public String phase() {
    return status().path("phase").asText();
  }

  public boolean isFinished() {
    return phase().equals("Succeeded") || phase().equals("Failed");
  }

  public boolean isDeleted() {
    return metadata().has("deletionTimestamp");
  }

  public Optional<Instant> deletionTimestamp() {
    return isDeleted()
        ? Optional.of(Instant.parse(metadata().path("deletionTimestamp").asText()))
        : Optional.empty();
  }

  /** Seconds that the containers have to end: the deletion's own, or the spec's. */
  public long gracePeriod() {
    JsonNode asked = metadata().path("deletionGracePeriodSeconds");
    return Seconds.bounded(
        asked.isNumber()
            ? asked.longValue()
            : spec().path("terminationGracePeriodSeconds").asLong(30));
  }

  public String restartPolicy() {
    return spec().path("restartPolicy").asText("Always");
  }

  public boolean hostNetwork() {
    return spec().path("hostNetwork").asBoolean();
  }

  public boolean isStatic() {
    return annotation(SOURCE).equals("file");
  }

  public boolean isMirror() {
    return metadata().path("annotations").has(MIRROR);
  }

  public List<ContainerSpec> containers() {
    return list("containers", ContainerSpec.Kind.APP);
  }

  public List<ContainerSpec> initContainers() {
    return list("initContainers", ContainerSpec.Kind.INIT);
  }

  public List<ContainerSpec> ephemeralContainers() {
    return list("ephemeralContainers", ContainerSpec.Kind.EPHEMERAL);
  }

  /** Init containers, then the others. */
  public List<ContainerSpec> allContainers() {
    List<ContainerSpec> all = new ArrayList<>(initContainers());
    all.addAll(containers());
    all.addAll(ephemeralContainers());
    return all;
  }

  public Optional<ContainerSpec> container(String name) {
    return allContainers().stream().filter(c -> c.name().equals(name)).findFirst();
  }

  private List<ContainerSpec> list(String field, ContainerSpec.Kind kind) {
    List<ContainerSpec> all = new ArrayList<>();
    spec().path(field).forEach(one -> all.add(new ContainerSpec(one, kind)));
    return all;
  }

  private static Map<String, String> texts(JsonNode map) {
    Map<String, String> all = new LinkedHashMap<>();
    map.properties().forEach(entry -> all.put(entry.getKey(), entry.getValue().asText()));
    return all;
  }
}
