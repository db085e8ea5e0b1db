package dev.muster.views;

import dev.muster.model.codec.Seconds;
import dev.muster.model.field.At;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What schedulers and nodes read off a pod beyond the names of its fields, be it one of the API or
 * of a manifest on a node. Part of the view {@link CoreV1.Pod}.
 */
public sealed interface PodReading extends View permits CoreV1.Pod {
  /** Where a pod comes from: {@code api} or {@code file}. */
  String SOURCE = "kubernetes.io/config.source";

  /** On a static pod: the fingerprint of its manifest. */
  String HASH = "kubernetes.io/config.hash";

  /** On the API's picture of a static pod: the fingerprint of the manifest it shows. */
  String MIRROR = "kubernetes.io/config.mirror";

  /** What it is called, and who it is. */
  MetaV1.ObjectMeta metadata();

  /** What is asked for. */
  CoreV1.PodSpec spec();

  /** What was observed. */
  CoreV1.PodStatus status();

  /** Its namespace. */
  default String namespace() {
    return metadata().namespace().text();
  }

  /** Its name. */
  default String name() {
    return metadata().name().text();
  }

  /** {@code namespace/name}, for logs and for maps of what has one owner at a time. */
  default String key() {
    return namespace() + "/" + name();
  }

  /** Its uid. */
  default String uid() {
    return metadata().uid().text();
  }

  /** Which state of the spec this is. */
  default long generation() {
    return metadata().generation().number();
  }

  /** Its labels. */
  default Map<String, String> labels() {
    return metadata().labels().textMap();
  }

  /** Its annotations. */
  default Map<String, String> annotations() {
    return metadata().annotations().textMap();
  }

  /** One annotation; empty if it has none of that name. */
  default String annotation(String key) {
    return metadata().annotations().text(key);
  }

  /** The phase that its status tells. */
  default String phase() {
    return status().phase().text();
  }

  /** Whether all of its containers have ended for good. */
  default boolean isFinished() {
    String phase = phase();
    return phase.equals("Succeeded") || phase.equals("Failed");
  }

  /** Whether somebody has deleted it. */
  default boolean isDeleted() {
    return metadata().deletionTimestamp().present();
  }

  /** When it is to be gone, if it was deleted. */
  default Optional<Instant> deletionTimestamp() {
    At time = metadata().deletionTimestamp();
    return time.present() ? Optional.of(Instant.parse(time.text())) : Optional.empty();
  }

  /** Seconds that the containers have to end: the deletion's own, or the spec's. */
  default long gracePeriod() {
    At asked = metadata().deletionGracePeriodSeconds();
    return Seconds.bounded(
        asked.present() ? asked.number() : spec().terminationGracePeriodSeconds().numberOr(30));
  }

  /** When its containers are started again. */
  default String restartPolicy() {
    return spec().restartPolicy().textOr("Always");
  }

  /** Whether it uses the node's own network. */
  default boolean hostNetwork() {
    return spec().hostNetwork().truth();
  }

  /** Whether it comes from a file of the node. */
  default boolean isStatic() {
    return annotation(SOURCE).equals("file");
  }

  /** Whether it shows a pod from a file of a node. */
  default boolean isMirror() {
    return metadata().annotations().has(MIRROR);
  }

  /** Its containers. */
  default List<ContainerSpec> containers() {
    return ContainerSpec.each(spec(), ContainerSpec.Kind.APP);
  }

  /** Those that come first. */
  default List<ContainerSpec> initContainers() {
    return ContainerSpec.each(spec(), ContainerSpec.Kind.INIT);
  }

  /** Those that were added to look into it. */
  default List<ContainerSpec> ephemeralContainers() {
    return ContainerSpec.each(spec(), ContainerSpec.Kind.EPHEMERAL);
  }

  /** Init containers, then the others. */
  default List<ContainerSpec> allContainers() {
    List<ContainerSpec> all = new ArrayList<>(initContainers());
    all.addAll(containers());
    all.addAll(ephemeralContainers());
    return all;
  }

  /** The container of that name, of whichever kind. */
  default Optional<ContainerSpec> container(String name) {
    return allContainers().stream().filter(c -> c.name().equals(name)).findFirst();
  }
}
