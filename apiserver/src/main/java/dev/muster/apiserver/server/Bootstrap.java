package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Create;
import dev.muster.apiserver.registry.DeleteOptions;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.Replace;
import dev.muster.apiserver.registry.ServiceAddresses;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacJson;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.defaults.DefaultPolicy;
import dev.muster.authz.rbac.defaults.Reconciliation;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Times;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.store.Entry;
import dev.muster.views.CoreV1.MutableService;
import dev.muster.views.CoreV1.MutableServiceSpec;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.NetworkingV1.MutableServiceCIDR;
import dev.muster.views.SchedulingV1.MutablePriorityClass;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * What a server makes sure of at every start: its own namespaces, priority classes, flows and
 * default policy, the registrations of its groups and the range of service addresses.
 */
final class Bootstrap {
  private static final List<String> NAMESPACES =
      List.of("kube-system", "kube-public", "kube-node-lease", "default");
  private static final User SYSTEM = User.of("system:apiserver", User.MASTERS);

  private final Registry registry;
  private final Deletes deletes;
  private final Kinds kinds;
  private final InstantSource clock;
  private final FlowEnsurer flows;

  Bootstrap(Registry registry, Deletes deletes, Kinds kinds, InstantSource clock) {
    this.registry = registry;
    this.deletes = deletes;
    this.kinds = kinds;
    this.clock = clock;
    this.flows = new FlowEnsurer(registry, deletes, kinds);
  }

  /** What keeps the server's own flows as they are, once it is started. */
  FlowEnsurer flows() {
    return flows;
  }

  void run() {
    allAtOnce(
        Stream.concat(
            NAMESPACES.stream().map(name -> (Runnable) () -> namespace(name)),
            flows.writes(FlowEnsurer.LEVEL)));
    allAtOnce(
        Stream.of(
                Stream.<Runnable>of(
                    this::kubernetesService,
                    this::serviceRange,
                    this::nodeCritical,
                    this::clusterCritical),
                flows.writes(FlowEnsurer.SCHEMA),
                new ApiServiceRegistration(registry, deletes, kinds).writes().stream(),
                DefaultPolicy.objects().stream().map(object -> (Runnable) () -> reconcile(object)))
            .flatMap(writes -> writes));
  }

  /** Where the addresses of services come from. */
  private void serviceRange() {
    MutableServiceCIDR object = MutableServiceCIDR.create();
    object.spec().ensure().cidrs().list().add(ServiceAddresses.RANGE);
    object
        .status()
        .ensure()
        .conditions()
        .add()
        .type("Ready")
        .status("True")
        .lastTransitionTime(Times.seconds(clock.instant()))
        .reason("")
        .message("Kubernetes default Service CIDR is ready");
    createIfMissing("networking.k8s.io/v1", "ServiceCIDR", "kubernetes", object.tree());
  }

  private void namespace(String name) {
    createIfMissing("v1", "Namespace", name, JsonNodeFactory.instance.objectNode());
  }

  private void nodeCritical() {
    priorityClass(
        "system-node-critical",
        2_000_001_000L,
        "Used for system critical pods that must not be moved from their current node.");
  }

  private void clusterCritical() {
    priorityClass(
        "system-cluster-critical",
        2_000_000_000L,
        "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.");
  }

  /** The name under which pods find this server. */
  private void kubernetesService() {
    Kind kind = kinds.byKind("v1", "Service").orElseThrow();
    if (registry.find(kind, "default", "kubernetes") != null) {
      return;
    }
    MutableService object = MutableService.create();
    MutableObjectMeta metadata = object.metadata().ensure().name("kubernetes").namespace("default");
    metadata.labels().map().put("component", "apiserver").put("provider", "kubernetes");
    MutableServiceSpec spec = object.spec().ensure().clusterIP("10.96.0.1");
    spec.ports().add().name("https").protocol("TCP").port(443).targetPort(6443);
    create(new Create(request(kind, "default", ""), canonical(kind, object.tree())));
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
    MutablePriorityClass object =
        MutablePriorityClass.create().value(value).description(description);
    createIfMissing("scheduling.k8s.io/v1", "PriorityClass", name, object.tree());
  }

  private void createIfMissing(String apiVersion, String kindName, String name, ObjectNode object) {
    Optional<Kind> kind = kinds.byKind(apiVersion, kindName);
    if (kind.isPresent() && registry.find(kind.get(), "", name) == null) {
      MutableObjectMeta.ofObject(object).name(name);
      create(new Create(request(kind.get(), "", ""), canonical(kind.get(), object)));
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
      case Reconciliation.Create create -> create(kind, namespace, create.object());
      case Reconciliation.Update update ->
          registry.write(
              new Replace(
                  request(kind, namespace, name),
                  current -> canonical(kind, RbacJson.write(update.object()))));
      case Reconciliation.Recreate recreate -> {
        deletes.delete(request(kind, namespace, name), DeleteOptions.DEFAULT);
        create(kind, namespace, recreate.object());
      }
    }
  }

  private void create(Kind kind, String namespace, RbacObject object) {
    create(new Create(request(kind, namespace, ""), canonical(kind, RbacJson.write(object))));
  }

  /** Another server that starts at the same moment may be first: then it is there. */
  private void create(Create write) {
    try {
      registry.write(write);
    } catch (ApiException e) {
      if (!e.status().reason().equals("AlreadyExists")) {
        throw e;
      }
    }
  }

  static ObjectNode canonical(Kind kind, ObjectNode object) {
    kind.putTypeMeta(object);
    ObjectNode canonical = Decoder.decode(kind.type(), object).object();
    kind.strategy().applyDefaults(canonical);
    return canonical;
  }

  static WriteRequest request(Kind kind, String namespace, String name) {
    return request(kind, namespace, name, "kube-apiserver");
  }

  static WriteRequest request(Kind kind, String namespace, String name, String manager) {
    return new WriteRequest(kind, kind, namespace, name, "", SYSTEM, false, manager, warning -> {});
  }
}
