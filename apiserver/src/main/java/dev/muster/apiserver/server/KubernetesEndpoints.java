package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.server.ServerRoll.Address;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.store.StoreException;
import dev.muster.views.CoreV1.MutableEndpointSubset;
import dev.muster.views.CoreV1.MutableEndpoints;
import dev.muster.views.DiscoveryV1.MutableEndpoint;
import dev.muster.views.DiscoveryV1.MutableEndpointSlice;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The endpoints of the service {@code kubernetes}: where API servers are reached. A server that has
 * its store for itself says once where it is. Those that share one sign a roll, again and again,
 * and name all that have signed lately. What others cannot reach, because it is on loopback only,
 * is told as not ready.
 */
final class KubernetesEndpoints implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KubernetesEndpoints.class);
  private static final String NAME = "kubernetes";
  private static final Pattern OWN_SLICE = Pattern.compile(NAME + "(-[0-9]+(-ipv6)?)?");
  private static final Duration SIGNING = Duration.ofSeconds(5);

  private final Registry registry;
  private final Deletes deletes;
  private final Optional<Kind> endpoints;
  private final Optional<Kind> slices;
  private final Optional<ServerRoll> roll;
  private final Thread signing =
      Thread.ofVirtual().name("kubernetes endpoints").unstarted(this::run);
  private volatile Optional<Address> own = Optional.empty();

  KubernetesEndpoints(Registry registry, Deletes deletes, Kinds kinds) {
    this.registry = registry;
    this.deletes = deletes;
    this.endpoints = kinds.byKind("v1", "Endpoints");
    this.slices = kinds.byKind("discovery.k8s.io/v1", "EndpointSlice");
    this.roll = registry.store().shared() ? Optional.of(new ServerRoll()) : Optional.empty();
  }

  /** This server listens there, too: others had better know it by this address. */
  synchronized void servesAt(String bindAddress, int port) {
    AdvertisedAddress.towardsOthers(bindAddress)
        .ifPresent(
            ip -> {
              own = Optional.of(new Address(ip, port, !AdvertisedAddress.isLoopback(bindAddress)));
              update();
              if (roll.isPresent() && signing.getState() == Thread.State.NEW) {
                signing.start();
              }
            });
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(SIGNING);
        try {
          update();
        } catch (ApiException | StoreException e) {
          LOG.debug("the endpoints of this server are not renewed: {}", e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void update() {
    List<Address> all = new ArrayList<>();
    endpoints.ifPresent(
        kind ->
            write(
                kind,
                NAME,
                current -> {
                  all.clear(); // another server may have been faster
                  all.addAll(roll.map(each -> each.sign(current, own)).orElse(alone()));
                  return withSubsets(MutableEndpoints.of(current), all);
                }));
    slices.ifPresent(kind -> slices(kind, all));
  }

  private List<Address> alone() {
    return own.stream().toList();
  }

  /** One for each port and family, the first of them under the service's own name. */
  private void slices(Kind kind, List<Address> all) {
    Map<String, List<Address>> byName = new TreeMap<>();
    grouped(all)
        .forEach((key, group) -> byName.put(byName.isEmpty() ? NAME : NAME + "-" + key, group));
    byName.forEach((name, group) -> write(kind, name, current -> slice(current, group)));
    registry
        .store()
        .snapshot()
        .range(kind.key("default", NAME), "")
        .forEachRemaining(
            entry -> {
              String name = entry.key().substring(entry.key().lastIndexOf('/') + 1);
              if (OWN_SLICE.matcher(name).matches() && !byName.containsKey(name)) {
                object(kind, name).delete(deletes);
              }
            });
  }

  private static Map<String, List<Address>> grouped(List<Address> all) {
    Map<String, List<Address>> groups = new TreeMap<>();
    for (Address each : all) {
      String family = each.ip().indexOf(':') < 0 ? "" : "-ipv6";
      groups.computeIfAbsent(each.port() + family, unused -> new ArrayList<>()).add(each);
    }
    return groups;
  }

  private static ObjectNode withSubsets(MutableEndpoints endpoints, List<Address> all) {
    endpoints.subsets().replace();
    for (List<Address> group : grouped(all).values()) {
      MutableEndpointSubset subset = endpoints.subsets().add();
      for (Address each : group) {
        (each.ready() ? subset.addresses() : subset.notReadyAddresses()).add().ip(each.ip());
      }
      subset.ports().add().name("https").port(group.getFirst().port()).protocol("TCP");
    }
    return endpoints.tree();
  }

  private static ObjectNode slice(ObjectNode object, List<Address> all) {
    MutableEndpointSlice slice = MutableEndpointSlice.of(object);
    slice.addressType(all.getFirst().ip().indexOf(':') < 0 ? "IPv4" : "IPv6");
    slice.endpoints().replace();
    for (Address each : all) {
      MutableEndpoint endpoint = slice.endpoints().add();
      endpoint.addresses().list().add(each.ip());
      endpoint.conditions().ensure().ready(each.ready());
    }
    slice.ports().replace();
    slice.ports().add().name("https").port(all.getFirst().port()).protocol("TCP");
    return object;
  }

  private void write(Kind kind, String name, UnaryOperator<ObjectNode> change) {
    object(kind, name).change(current -> change.apply(labelled(kind, current)));
  }

  private ServerObject object(Kind kind, String name) {
    return new ServerObject(registry, kind, "default", name);
  }

  private static ObjectNode labelled(Kind kind, ObjectNode object) {
    ObjectNode labels = MutableObjectMeta.ofObject(object).labels().map();
    if (kind.kind().equals("Endpoints")) {
      labels.put("endpointslice.kubernetes.io/skip-mirror", "true");
    } else {
      labels.put("kubernetes.io/service-name", NAME);
    }
    return object;
  }

  /** Others name this server no longer, if there are others. */
  @Override
  public void close() {
    signing.interrupt();
    try {
      signing.join();
      if (roll.isPresent() && own.isPresent()) {
        own = Optional.empty();
        update();
      }
    } catch (ApiException | StoreException e) {
      LOG.debug("the endpoints still name this server: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
