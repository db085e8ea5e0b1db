package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.views.ApiregistrationV1.APIService;
import dev.muster.views.ApiregistrationV1.MutableAPIService;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An APIService for each built-in group and version that is served, as kube-aggregator registers
 * them when it starts. What was registered so and is served no longer is removed; what others made
 * under these names is left alone.
 */
final class ApiServiceRegistration {
  private static final String LABEL = "kube-aggregator.kubernetes.io/automanaged";
  private static final String ON_START = "onstart";

  /** Where clients find the group, and the version in it. */
  private record Priority(int group, int version) {}

  private static final Map<String, Priority> PRIORITIES =
      Map.ofEntries(
          priority("v1", 18000, 1),
          priority("apps/v1", 17800, 15),
          priority("events.k8s.io/v1", 17750, 15),
          priority("authentication.k8s.io/v1", 17700, 15),
          priority("authorization.k8s.io/v1", 17600, 15),
          priority("autoscaling/v1", 17500, 15),
          priority("autoscaling/v2", 17500, 30),
          priority("batch/v1", 17400, 15),
          priority("certificates.k8s.io/v1", 17300, 15),
          priority("networking.k8s.io/v1", 17200, 15),
          priority("policy/v1", 17100, 15),
          priority("policy/v1beta1", 17100, 9),
          priority("rbac.authorization.k8s.io/v1", 17000, 15),
          priority("storage.k8s.io/v1", 16800, 15),
          priority("apiextensions.k8s.io/v1", 16700, 15),
          priority("admissionregistration.k8s.io/v1", 16700, 15),
          priority("scheduling.k8s.io/v1", 16600, 15),
          priority("coordination.k8s.io/v1", 16500, 15),
          priority("node.k8s.io/v1", 16300, 15),
          priority("discovery.k8s.io/v1", 16200, 15),
          priority("resource.k8s.io/v1", 16200, 21),
          priority("flowcontrol.apiserver.k8s.io/v1", 16100, 21));

  private final Registry registry;
  private final Deletes deletes;
  private final Kinds kinds;
  private final Kind apiServices;

  ApiServiceRegistration(Registry registry, Deletes deletes, Kinds kinds) {
    this.registry = registry;
    this.deletes = deletes;
    this.kinds = kinds;
    this.apiServices = kinds.byKind("apiregistration.k8s.io/v1", "APIService").orElseThrow();
  }

  private static Map.Entry<String, Priority> priority(String apiVersion, int group, int version) {
    return Map.entry(apiVersion, new Priority(group, version));
  }

  /** What has to be written, each apart from the others. */
  List<Runnable> writes() {
    Map<String, ObjectNode> wanted = wanted();
    List<Runnable> writes = new ArrayList<>();
    wanted.forEach((name, object) -> writes.add(() -> register(name, object)));
    for (Iterator<Entry<StoredObject>> all =
            registry.store().snapshot().range(apiServices.key("", ""), "");
        all.hasNext(); ) {
      StoredObject present = all.next().value();
      String name = present.fields().getOrDefault("metadata.name", "");
      if (managed(present) && !wanted.containsKey(name)) {
        writes.add(() -> of(name).delete(deletes));
      }
    }
    return writes;
  }

  private Map<String, ObjectNode> wanted() {
    Map<String, ObjectNode> wanted = new TreeMap<>();
    for (Kind kind : kinds.all()) {
      Priority priority = PRIORITIES.get(kind.apiVersion());
      if (priority != null) {
        String name = kind.version() + "." + kind.group();
        wanted.computeIfAbsent(name, absent -> apiService(kind, name, priority).tree());
      }
    }
    return wanted;
  }

  private static MutableAPIService apiService(Kind kind, String name, Priority priority) {
    MutableAPIService object = MutableAPIService.create();
    object.metadata().replace().name(name);
    object
        .spec()
        .replace()
        .group(kind.group())
        .version(kind.version())
        .groupPriorityMinimum((long) priority.group())
        .versionPriority((long) priority.version());
    return object;
  }

  private void register(String name, ObjectNode object) {
    ObjectNode canonical = Bootstrap.canonical(apiServices, object);
    Entry<StoredObject> present = registry.find(apiServices, "", name);
    if (present == null
        || managed(present.value())
            && !APIService.of(present.value().tree())
                .spec()
                .tree()
                .equals(APIService.of(canonical).spec().tree())) {
      of(name)
          .change(
              current -> {
                MutableObjectMeta.ofObject(current).labels().map().put(LABEL, ON_START);
                return MutableAPIService.of(current)
                    .spec(MutableAPIService.of(canonical.deepCopy()).spec().ensure())
                    .tree();
              });
    }
  }

  private static boolean managed(StoredObject object) {
    return object.labels().getOrDefault(LABEL, "").equals(ON_START);
  }

  private ServerObject of(String name) {
    return new ServerObject(registry, apiServices, "", name);
  }
}
