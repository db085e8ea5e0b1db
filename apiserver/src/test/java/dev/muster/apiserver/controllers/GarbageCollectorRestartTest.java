package dev.muster.apiserver.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.model.scheme.Kind;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** All objects are shown again, after a cut-off, while the workers go on. */
class GarbageCollectorRestartTest {
  private final ControlledCluster cluster = new ControlledCluster();
  private final Kind maps = cluster.kind("v1", "ConfigMap");
  private final GarbageCollector collector = new GarbageCollector(cluster.writer, cluster.kinds);

  @AfterEach
  void close() {
    cluster.close();
  }

  private String owner() {
    return cluster.create(maps, "default", "{\"metadata\":{\"name\":\"owner\"}}");
  }

  private String dependent(String owner) {
    return cluster.create(
        maps,
        "default",
        """
        {"metadata":{"name":"dependent","ownerReferences":[
          {"apiVersion":"v1","kind":"ConfigMap","name":"owner","uid":"%s","blockOwnerDeletion":true}]}}
        """
            .formatted(cluster.get(owner).path("metadata").path("uid").asText()));
  }

  private void delete(String propagation) {
    cluster.writer.delete(
        maps, "default", "owner", new DeleteOptions(OptionalLong.empty(), propagation, "", ""));
  }

  private long revision(String key) {
    return cluster.get(key).path("metadata").path("resourceVersion").asLong();
  }

  @Test
  void anOwnerGoesOnWaitingForDependentsThatWereNotShownAgainYet() {
    String owner = owner();
    String dependent = dependent(owner);
    cluster.show(collector, owner);
    cluster.show(collector, dependent);
    delete("Foreground");
    cluster.show(collector, owner);
    assertThat(collector.sync(owner)).isEqualTo(Sync.DONE);
    collector.restart();
    cluster.show(collector, owner);
    Sync unused = collector.sync(owner);
    assertThat(cluster.get(owner).path("metadata").path("finalizers").toString())
        .contains(ObjectLinks.FOREGROUND);
    cluster.show(collector, dependent);
    collector.restarted(revision(owner));
    assertThat(collector.sync(owner)).isEqualTo(Sync.DONE);
    assertThat(cluster.get(owner).isMissingNode()).isFalse();
  }

  @Test
  void dependentsThatWereNotShownYetAreLetGoBeforeTheirOwnerGoes() {
    String owner = owner();
    cluster.show(collector, owner);
    String dependent = dependent(owner);
    delete("Orphan");
    assertThat(collector.sync(owner)).as("the index is behind").isEqualTo(Sync.SOON);
    assertThat(cluster.get(owner).isMissingNode()).isFalse();
    cluster.show(collector, dependent);
    cluster.show(collector, owner);
    assertThat(collector.sync(owner)).isEqualTo(Sync.DONE);
    assertThat(cluster.get(owner).isMissingNode()).isTrue();
    assertThat(cluster.get(dependent).path("metadata").has("ownerReferences")).isFalse();
  }
}
