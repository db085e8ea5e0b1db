package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Follower;
import dev.muster.store.Projection;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Mode Node on what is stored. As with {@link RbacMirror}, each check first catches up with the
 * store: a pod's node may read what the pod names once the binding was acknowledged, and no longer
 * once the deletion was.
 */
final class NodeMirror implements Authorizer, RuleResolver, Follower<StoredObject> {
  /** What the graph is made of. */
  private enum Source {
    PODS("v1", "Pod"),
    VOLUMES("v1", "PersistentVolume"),
    ATTACHMENTS("storage.k8s.io/v1", "VolumeAttachment"),
    SLICES("resource.k8s.io/v1", "ResourceSlice");

    private final String apiVersion;
    private final String kind;

    Source(String apiVersion, String kind) {
      this.apiVersion = apiVersion;
      this.kind = kind;
    }
  }

  private final Map<String, Source> sources = new LinkedHashMap<>();
  private final Projection<StoredObject> projection;
  private NodeGraph graph = new NodeGraph();
  private volatile NodeAuthorizer authorizer = new NodeAuthorizer(graph);

  NodeMirror(Store<StoredObject> store, Kinds kinds) {
    for (Source source : Source.values()) {
      sources.put(
          kinds.byKind(source.apiVersion, source.kind).orElseThrow().storagePrefix() + "/", source);
    }
    projection = new Projection<>(store, List.copyOf(sources.keySet()), this);
    projection.catchUp();
  }

  @Override
  public Decision authorize(Attributes request) {
    if (NodeIdentity.isNode(request.user())) {
      projection.catchUp();
    }
    return authorizer.authorize(request);
  }

  @Override
  public Rules rulesFor(User user, String namespace) {
    return authorizer.rulesFor(user, namespace);
  }

  @Override
  public void load(Snapshot<StoredObject> snapshot) {
    NodeGraph fresh = new NodeGraph();
    sources.forEach(
        (prefix, source) ->
            snapshot
                .range(prefix, "")
                .forEachRemaining(entry -> put(fresh, source, entry.value().tree())));
    graph = fresh;
    authorizer = new NodeAuthorizer(fresh);
  }

  @Override
  public void apply(Event<StoredObject> event) {
    int slash = event.key().indexOf('/') + 1;
    Source source = Objects.requireNonNull(sources.get(event.key().substring(0, slash)));
    Entry<StoredObject> after = event.after();
    if (after != null) {
      put(graph, source, after.value().tree());
      return;
    }
    String[] names = event.key().substring(slash).split("/", 2);
    switch (source) {
      case PODS -> graph.removePod(names[0], names[1]);
      case VOLUMES -> graph.removeVolume(names[0]);
      case ATTACHMENTS -> graph.removeAttachment(names[0]);
      case SLICES -> graph.removeSlice(names[0]);
    }
  }

  private static void put(NodeGraph graph, Source source, JsonNode object) {
    switch (source) {
      case PODS -> graph.putPod(object);
      case VOLUMES -> graph.putVolume(object);
      case ATTACHMENTS -> graph.putAttachment(object);
      case SLICES -> graph.putSlice(object);
    }
  }
}
