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

  /** Its namespace. */
  public String namespace() {
    return metadata().path("namespace").asText();
  }

  /** Its name. */
  public String name() {
    return metadata().path("name").asText();
  }

  /** {@code namespace/name}, for logs and for maps of what has one owner at a time. */
  public String key() {
    return namespace() + "/" + name();
  }

  /** Its uid. */
  public String uid() {
    return metadata().path("uid").asText();
  }

  /** Its metadata. */
  public JsonNode metadata() {
    return tree.path("metadata");
  }

  /** What is asked for. */
  public JsonNode spec() {
    return tree.path("spec");
  }

  /** What was observed. */
  public JsonNode status() {
    return tree.path("status");
  }

  /** Which state of the spec this is. */
  public long generation() {
    return metadata().path("generation").asLong();
  }

  /** Its labels. */
  public Map<String, String> labels() {
    return texts(metadata().path("labels"));
  }

  /** Its annotations. */
  public Map<String, String> annotations() {
    return texts(metadata().path("annotations"));
  }

  /** One annotation; empty if it has none of that name. */
  public String annotation(String key) {
    return metadata().path("annotations").path(key).asText();
  }

  /** The phase that its status tells. */
  public String phase() {
    return status().path("phase").asText();
  }

  /** Whether all of its containers have ended for good. */
  public boolean isFinished() {
    return phase().equals("Succeeded") || phase().equals("Failed");
  }

  /** Whether somebody has deleted it. */
  public boolean isDeleted() {
    return metadata().has("deletionTimestamp");
  }

  /** When it is to be gone, if it was deleted. */
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

  /** When its containers are started again. */
  public String restartPolicy() {
    return spec().path("restartPolicy").asText("Always");
  }

  /** Whether it uses the node's own network. */
  public boolean hostNetwork() {
    return spec().path("hostNetwork").asBoolean();
  }

  /** Whether it comes from a file of the node. */
  public boolean isStatic() {
    return annotation(SOURCE).equals("file");
  }

  /** Whether it shows a pod from a file of a node. */
  public boolean isMirror() {
    return metadata().path("annotations").has(MIRROR);
  }

  /** Its containers. */
  public List<ContainerSpec> containers() {
    return list("containers", ContainerSpec.Kind.APP);
  }

  /** Those that come first. */
  public List<ContainerSpec> initContainers() {
    return list("initContainers", ContainerSpec.Kind.INIT);
  }

  /** Those that were added to look into it. */
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

  /** The container of that name, of whichever kind. */
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
