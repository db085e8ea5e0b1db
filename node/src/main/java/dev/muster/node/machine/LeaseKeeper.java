package dev.muster.node.machine;

import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.model.codec.Times;
import dev.muster.views.CoordinationV1.Lease;
import dev.muster.views.CoordinationV1.MutableLease;
import dev.muster.views.CoreV1;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.MutableOwnerReference;
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
    MutableLease lease = MutableLease.create();
    lease
        .spec()
        .ensure()
        .holderIdentity(name)
        .leaseDurationSeconds(LASTS_SECONDS)
        .renewTime(Times.micros(clock.instant()));
    boolean owned;
    try {
      Lease answer = Lease.of(client.mergePatch(LEASES + "/" + name, lease.tree()));
      owned = answer.metadata().ownerReferences().at().present();
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
      lease.kind("Lease").apiVersion("coordination.k8s.io/v1");
      MutableObjectMeta metadata = lease.metadata().replace();
      metadata.name(name).namespace("kube-node-lease").ownerReferences().add(owner());
      client.create(LEASES, lease.tree());
      return;
    }
    if (!owned) {
      MutableLease patch = MutableLease.create();
      patch.metadata().replace().ownerReferences().add(owner());
      client.mergePatch(LEASES + "/" + name, patch.tree());
    }
  }

  private MutableOwnerReference owner() throws IOException {
    CoreV1.Node node = CoreV1.Node.of(client.get("/api/v1/nodes/" + name));
    return MutableOwnerReference.create()
        .apiVersion("v1")
        .kind("Node")
        .name(name)
        .uid(node.metadata().uid().text());
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
