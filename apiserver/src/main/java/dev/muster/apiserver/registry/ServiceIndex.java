package dev.muster.apiserver.registry;

import dev.muster.model.net.IpAddress;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Follower;
import dev.muster.store.Projection;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.CoreV1.ServiceSpec;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which stored service has an address or a node port. */
final class ServiceIndex implements Follower<StoredObject> {
  private final String prefix;
  private final Projection<StoredObject> projection;

  /** What is taken, to the key of who has it. */
  private volatile Map<String, String> owners = Map.of();

  ServiceIndex(Store<StoredObject> store, String prefix) {
    this.prefix = prefix;
    this.projection = new Projection<>(store, List.of(prefix), this);
  }

  /** However it is written: what has leading zeros is the same address. */
  static String address(String ip) {
    return "ip " + IpAddress.parse(ip).map(IpAddress::text).orElse(ip);
  }

  static String port(long number) {
    return "port " + number;
  }

  /** What the keys of all services begin with. */
  String prefix() {
    return prefix;
  }

  /** Everything up to this revision has been seen. */
  long revision() {
    projection.catchUp();
    return projection.revision();
  }

  /** The key of the service that has this, as of every write that was acknowledged before. */
  Optional<String> owner(String what) {
    projection.catchUp();
    return Optional.ofNullable(owners.get(what));
  }

  @Override
  public void load(Snapshot<StoredObject> snapshot) {
    Map<String, String> all = new ConcurrentHashMap<>();
    for (Iterator<Entry<StoredObject>> entries = snapshot.range(prefix, ""); entries.hasNext(); ) {
      Entry<StoredObject> entry = entries.next();
      taken(entry.value()).forEach(what -> all.put(what, entry.key()));
    }
    owners = all;
  }

  @Override
  public void apply(Event<StoredObject> event) {
    Set<String> before = event.before() == null ? Set.of() : taken(event.before().value());
    Set<String> after = event.after() == null ? Set.of() : taken(event.after().value());
    after.forEach(what -> owners.put(what, event.key()));
    before.forEach(
        what -> {
          if (!after.contains(what)) {
            owners.remove(what, event.key());
          }
        });
  }

  private static Set<String> taken(StoredObject service) {
    Set<String> out = new HashSet<>();
    ServiceSpec spec = Service.of(service.tree()).spec();
    spec.clusterIPs().node().forEach(ip -> out.add(address(ip.asText())));
    spec.ports().forEach(port -> out.add(port(port.nodePort().number())));
    out.add(port(spec.healthCheckNodePort().number()));
    out.remove(port(0));
    out.remove(address("None"));
    return out;
  }
}
