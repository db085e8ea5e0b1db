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
import dev.muster.client.tls.Pem;
import dev.muster.store.Entry;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * What a server makes sure of at every start: its own namespaces, priority classes and default
 * policy.
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
            Stream.of(this::kubernetesService, this::nodeCritical, this::clusterCritical),
            DefaultPolicy.objects().stream().map(object -> () -> reconcile(object))));
  }

  /**
   * Tells other API servers who vouches for clients here. There is no proxy in front of this one
   * that could say who somebody is, and so nothing of its headers.
   */
  void authentication(List<X509Certificate> clientAuthorities) {
    Kind kind = kinds.byKind("v1", "ConfigMap").orElseThrow();
    String namespace = "kube-system";
    String name = "extension-apiserver-authentication";
    StringBuilder pem = new StringBuilder();
    clientAuthorities.forEach(authority -> pem.append(Pem.of(authority)));
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.putObject("metadata").put("name", name).put("namespace", namespace);
    object.putObject("data").put("client-ca-file", pem.toString());
    Entry<StoredObject> found = registry.find(kind, namespace, name);
    if (found == null) {
      creates.create(request(kind, namespace, ""), canonical(kind, object));
    } else if (!found.value().tree().path("data").equals(object.path("data"))) {
      updates.update(
          request(kind, namespace, name),
          current -> {
            ObjectNode next = current == null ? canonical(kind, object) : current.deepCopy();
            return next.set("data", object.path("data"));
          });
    }
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

  private static ObjectNode canonical(Kind kind, ObjectNode object) {
    object.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
    ObjectNode canonical = Decoder.decode(kind.type(), object).object();
    kind.strategy().applyDefaults(canonical);
    return canonical;
  }

  private static WriteRequest request(Kind kind, String namespace, String name) {
    return new WriteRequest(
        kind, kind, namespace, name, "", SYSTEM, false, "kube-apiserver", warning -> {});
  }
}
