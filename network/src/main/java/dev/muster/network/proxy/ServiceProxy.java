package dev.muster.network.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.ObjectHandler;
import dev.muster.network.host.HostPrograms;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a node's rules as Services and EndpointSlices want them, until it is closed. */
public final class ServiceProxy implements AutoCloseable, ObjectHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceProxy.class);

  /** Changes that come in quick succession are one. */
  private static final Duration GATHERING = Duration.ofMillis(50);

  private static final Duration AGAIN = Duration.ofSeconds(5);

  private final ProxyRuleset rules;
  private final ServicePorts ports;
  private final Informer services;
  private final Informer slices;
  private final PodHostPorts hostPorts;
  private final PeerRanges peers;
  private final PeerRoutes routes;
  private final Semaphore changed = new Semaphore(0);
  private final Thread thread;
  private String last = "";

  /**
   * @param services all of them
   * @param slices all of them
   * @param hostPorts of the node's pods
   * @param peers where other nodes' pods are
   * @param routes that lead there
   */
  public ServiceProxy(
      ProxyRuleset rules,
      ServicePorts ports,
      Informer services,
      Informer slices,
      PodHostPorts hostPorts,
      PeerRanges peers,
      PeerRoutes routes) {
    this.rules = rules;
    this.ports = ports;
    this.services = services.handle(this);
    this.slices = slices.handle(this).index(ServicePorts.SERVICE_NAME, ServiceProxy::byService);
    this.hostPorts = hostPorts;
    this.peers = peers;
    this.routes = routes;
    hostPorts.tell(this::lookAgain);
    peers.tell(this::lookAgain);
    this.thread = Thread.ofVirtual().name("service proxy").unstarted(this::run);
  }

  /** The namespace and name of a slice's service. */
  public static Collection<String> byService(JsonNode slice) {
    JsonNode metadata = slice.path("metadata");
    String service = metadata.path("labels").path(ServicePorts.SERVICE_NAME).asText();
    return service.isEmpty()
        ? List.of()
        : List.of(metadata.path("namespace").asText() + "/" + service);
  }

  /**
   * Sets the rules of what there is now, and goes on in the background. If the kernel refuses them,
   * the node has those that need no service until it takes them.
   *
   * @throws IOException if it refuses even these
   */
  public void start() throws IOException {
    try {
      set();
    } catch (IOException | RuntimeException e) {
      LOG.warn("rules of services cannot be set: {}", e.getMessage());
      load(rules.text(List.of(), List.of(), List.of()));
      lookAgain();
    }
    thread.start();
  }

  private void lookAgain() {
    changed.release();
  }

  private void run() {
    try {
      while (true) {
        changed.acquire();
        Thread.sleep(GATHERING);
        changed.drainPermits();
        try {
          set();
        } catch (IOException | RuntimeException e) {
          LOG.warn("rules of services cannot be set: {}", e.getMessage());
          // a change is a reason to try at once
          boolean unused = changed.tryAcquire(AGAIN.toMillis(), TimeUnit.MILLISECONDS);
          changed.release();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void set() throws IOException {
    List<ServicePort> all = new ArrayList<>();
    ServiceClaims claims = new ServiceClaims();
    for (ObjectNode service : ServiceClaims.inOrder(services.list())) {
      String key = Informer.key(service);
      all.addAll(claims.claim(key, ports.of(service, slices.by(ServicePorts.SERVICE_NAME, key))));
    }
    all.sort(
        Comparator.comparingInt((ServicePort port) -> port.address().bits())
            .thenComparing(ServicePort::transport)
            .thenComparingInt(ServicePort::port));
    List<PeerPods> others = peers.all();
    load(rules.text(all, hostPorts.all(), others.stream().map(PeerPods::pods).toList()));
    routes.set(others);
  }

  private void load(String text) throws IOException {
    if (!text.equals(last)) {
      HostPrograms.run(List.of("nft", "-f", "-"), text);
      last = text;
    }
  }

  @Override
  public void added(ObjectNode object) {
    lookAgain();
  }

  @Override
  public void updated(ObjectNode before, ObjectNode after) {
    lookAgain();
  }

  @Override
  public void deleted(ObjectNode lastSeen) {
    lookAgain();
  }

  /** Leaves the rules: they go with the bridge. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
