package dev.muster.node.machine;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.model.codec.Times;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews the node's Lease, which goes when the node does, every ten seconds. */
public final class LeaseKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final String LEASES =
      "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
  private static final Duration RENEW = Duration.ofSeconds(10);
  private static final long LASTS_SECONDS = 40;

  private final ApiClient client;
  private final String name;
  private final InstantSource clock;
  private final Thread thread;

  private LeaseKeeper(ApiClient client, String name, InstantSource clock) {
    this.client = client;
    this.name = name;
    this.clock = clock;
    this.thread = Thread.ofVirtual().name("lease").unstarted(this::run);
  }

  public static LeaseKeeper start(ApiClient client, String name, InstantSource clock) {
    LeaseKeeper keeper = new LeaseKeeper(client, name, clock);
    keeper.thread.start();
    return keeper;
  }

  private void run() {
    try {
      while (true) {
        try {
          renew();
          Thread.sleep(RENEW);
        } catch (IOException e) {
          LOG.debug("lease not renewed: {}", e.toString());
          Thread.sleep(1000);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void renew() throws IOException {
    ObjectNode lease = JsonNodeFactory.instance.objectNode();
    ObjectNode spec = lease.putObject("spec");
    spec.put("holderIdentity", name).put("leaseDurationSeconds", LASTS_SECONDS);
    spec.put("renewTime", Times.micros(clock.instant()));
    boolean owned;
    try {
      ObjectNode answer = client.mergePatch(LEASES + "/" + name, lease);
      owned = answer.path("metadata").has("ownerReferences");
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
      lease.put("kind", "Lease").put("apiVersion", "coordination.k8s.io/v1");
      ObjectNode metadata = lease.putObject("metadata");
      metadata.put("name", name).put("namespace", "kube-node-lease");
      metadata.set("ownerReferences", owner());
      client.create(LEASES, lease);
      return;
    }
    if (!owned) {
      ObjectNode patch = JsonNodeFactory.instance.objectNode();
      patch.putObject("metadata").set("ownerReferences", owner());
      client.mergePatch(LEASES + "/" + name, patch);
    }
  }

  private ArrayNode owner() throws IOException {
    ArrayNode owners = JsonNodeFactory.instance.arrayNode();
    owners
        .addObject()
        .put("apiVersion", "v1")
        .put("kind", "Node")
        .put("name", name)
        .set("uid", client.get("/api/v1/nodes/" + name).path("metadata").path("uid"));
    return owners;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
