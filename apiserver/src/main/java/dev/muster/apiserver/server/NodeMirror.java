package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.api.kinds.Kinds;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import dev.muster.authz.node.NodeAuthorizer;
import dev.muster.authz.node.NodeGraph;
import dev.muster.authz.node.NodeIdentity;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.LaggedException;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.store.Watch;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Mode Node on what is stored. As with {@link RbacMirror}, each check first takes in every event
 * that is in the store's log: a pod's node may read what the pod names once the binding was
 * acknowledged, and no longer once the deletion was.
 */
final class NodeMirror implements Authorizer, RuleResolver {
  /** What the graph is made of. */
  private enum Source {
    PODS("v1", "Pod"),
    VOLUMES("v1", "PersistentVolume"),
    ATTACHMENTS("storage.k8s.io/v1", "VolumeAttachment");

    private final String apiVersion;
    private final String kind;

    Source(String apiVersion, String kind) {
      this.apiVersion = apiVersion;
      this.kind = kind;
    }
  }

  private final Store<StoredObject> store;
  private final Map<Source, String> prefixes = new EnumMap<>(Source.class);
  private final Map<Source, Watch<StoredObject>> watches = new EnumMap<>(Source.class);
  private NodeGraph graph = new NodeGraph();
  private volatile NodeAuthorizer authorizer = new NodeAuthorizer(graph);
  private volatile long seen;

  NodeMirror(Store<StoredObject> store, Kinds kinds) {
    this.store = store;
    for (Source source : Source.values()) {
      prefixes.put(
          source, kinds.byKind(source.apiVersion, source.kind).orElseThrow().storagePrefix() + "/");
    }
    load();
  }

  private synchronized void load() {
    watches.values().forEach(Watch::close);
    graph = new NodeGraph();
    Snapshot<StoredObject> snapshot = store.snapshot();
    prefixes.forEach(
        (source, prefix) -> {
          for (Iterator<Entry<StoredObject>> all = snapshot.range(prefix, ""); all.hasNext(); ) {
            put(source, all.next().value().tree());
          }
          watches.put(source, store.watch(prefix, snapshot.revision()));
        });
    authorizer = new NodeAuthorizer(graph);
    seen = snapshot.revision();
  }

  @Override
  public Decision authorize(Attributes request) {
    if (NodeIdentity.isNode(request.user()) && store.snapshot().revision() != seen) {
      takeIn();
    }
    return authorizer.authorize(request);
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    return authorizer.rulesFor(user, namespace);
  }

  private synchronized void takeIn() {
    long reached = Long.MAX_VALUE;
    try {
      for (Map.Entry<Source, Watch<StoredObject>> e : watches.entrySet()) {
        List<Event<StoredObject>> events = e.getValue().poll(Duration.ZERO);
        while (!events.isEmpty()) {
          events.forEach(event -> apply(e.getKey(), event));
          events = e.getValue().poll(Duration.ZERO);
        }
        reached = Math.min(reached, e.getValue().revision());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while reading the pods", e);
    } catch (LaggedException e) {
      // no node has asked for so long that the log has moved on
      load();
      return;
    }
    seen = reached;
  }

  private void apply(Source source, Event<StoredObject> event) {
    Entry<StoredObject> after = event.after();
    if (after != null) {
      put(source, after.value().tree());
      return;
    }
    String[] names = event.key().substring(event.key().indexOf('/') + 1).split("/", 2);
    switch (source) {
      case PODS -> graph.removePod(names[0], names[1]);
      case VOLUMES -> graph.removeVolume(names[0]);
      case ATTACHMENTS -> graph.removeAttachment(names[0]);
    }
  }

  private void put(Source source, JsonNode object) {
    switch (source) {
      case PODS -> graph.putPod(object);
      case VOLUMES -> graph.putVolume(object);
      case ATTACHMENTS -> graph.putAttachment(object);
    }
  }
}
