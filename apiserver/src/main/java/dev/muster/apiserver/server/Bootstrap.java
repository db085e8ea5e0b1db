package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.codec.Decoder;
import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.Kinds;
import dev.muster.apiserver.registry.Creates;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.Updates;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import dev.muster.authz.rbac.defaults.Reconciliation;
import dev.muster.store.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * What a server makes sure of at every start: its own namespaces, priority classes, default policy
 * and the registrations of its groups.
 */
final class Bootstrap {
  private static final List<String> NAMESPACES =
      List.of("kube-system", "kube-public", "kube-node-lease", "default");
  private static final User SYSTEM = User.of("system:apiserver", User.MASTERS);

  private final Registry registry;
  private final Creates creates;
  private final Updates updates;
  private final Deletes deletes;
  private final Kinds kinds;

  Bootstrap(Registry registry, Creates creates, Updates updates, Deletes deletes, Kinds kinds) {
    this.registry = registry;
    this.creates = creates;
    this.updates = updates;
    this.deletes = deletes;
    this.kinds = kinds;
  }

  void run() {
    allAtOnce(NAMESPACES.stream().map(name -> (Runnable) () -> namespace(name)));
    allAtOnce(
        Stream.concat(
            Stream.concat(
                Stream.of(this::kubernetesService, this::nodeCritical, this::clusterCritical),
                new ApiServiceRegistration(registry, creates, updates, deletes, kinds)
                    .writes().stream()),
            DefaultPolicy.objects().stream().map(object -> () -> reconcile(object))));
  }

  private void namespace(String name) {
    createIfMissing("v1", "Namespace", name, JsonNodeFactory.instance.objectNode());
  }

  private void nodeCritical() {
    priorityClass(
        "system-node-critical",
        2_000_001_000L,
        "For pods that the system needs on the node where they are.");
  }

  private void clusterCritical() {
    priorityClass(
        "system-cluster-critical",
        2_000_000_000L,
        "For pods that the system needs, on whichever node.");
  }

  /** The name under which pods find this server. */
  private void kubernetesService() {
    Kind kind = kinds.byKind("v1", "Service").orElseThrow();
    if (registry.find(kind, "default", "kubernetes") != null) {
      return;
    }
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata =
        object.putObject("metadata").put("name", "kubernetes").put("namespace", "default");
    metadata.putObject("labels").put("component", "apiserver").put("provider", "kubernetes");
    ObjectNode spec = object.putObject("spec").put("clusterIP", "10.96.0.1");
    spec.putArray("ports")
        .addObject()
        .put("name", "https")
        .put("protocol", "TCP")
        .put("port", 443L)
        .put("targetPort", 6443L);
    creates.create(request(kind, "default", ""), canonical(kind, object));
  }

  /** Writes that are under way together share one fsync. */
  private static void allAtOnce(Stream<Runnable> writes) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      writes.forEach(write -> running.add(threads.submit(write)));
      for (Future<?> one : running) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("what every server has cannot be written", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while writing what every server has", e);
    }
  }

  private void priorityClass(String name, long value, String description) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("value", value).put("description", description);
    createIfMissing("scheduling.k8s.io/v1", "PriorityClass", name, object);
  }

  private void createIfMissing(String apiVersion, String kindName, String name, ObjectNode object) {
    Kind kind = kinds.byKind(apiVersion, kindName).orElseThrow();
    if (registry.find(kind, "", name) == null) {
      object.withObject("/metadata").put("name", name);
      creates.create(request(kind, "", ""), canonical(kind, object));
    }
  }

  private void reconcile(RbacObject wanted) {
    Kind kind =
        kinds.byKind("rbac.authorization.k8s.io/v1", wanted.key().kind().kind()).orElseThrow();
    String namespace = wanted.key().namespace();
    String name = wanted.key().name();
    Entry<StoredObject> entry = registry.find(kind, namespace, name);
    Optional<RbacObject> present =
        entry == null
            ? Optional.empty()
            : Optional.of(RbacJson.read(wanted.key().kind(), entry.value().tree()));
    switch (Reconciliation.of(present, wanted)) {
      case Reconciliation.Leave leave -> {}
      case Reconciliation.Create create ->
          creates.create(
              request(kind, namespace, ""), canonical(kind, RbacJson.write(create.object())));
      case Reconciliation.Update update ->
          updates.update(
              request(kind, namespace, name),
              current -> canonical(kind, RbacJson.write(update.object())));
      case Reconciliation.Recreate recreate -> {
        deletes.delete(request(kind, namespace, name), DeleteOptions.DEFAULT);
        creates.create(
            request(kind, namespace, ""), canonical(kind, RbacJson.write(recreate.object())));
      }
    }
  }

  static ObjectNode canonical(Kind kind, ObjectNode object) {
    object.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
    ObjectNode canonical = Decoder.decode(kind.type(), object).object();
    kind.strategy().applyDefaults(canonical);
    return canonical;
  }

  static WriteRequest request(Kind kind, String namespace, String name) {
    return new WriteRequest(
        kind, kind, namespace, name, "", SYSTEM, false, "kube-apiserver", warning -> {});
  }
}
