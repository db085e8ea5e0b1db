package dev.muster.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.AuditTrail;
import dev.muster.admission.Operation;
import dev.muster.admission.policy.MutationMetrics;
import dev.muster.admission.webhook.WebhookClient;
import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.Create;
import dev.muster.apiserver.registry.ManagedFieldOwnership;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.apiserver.registry.WriteRules;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.AdmissionPlugins;
import dev.muster.authz.AlwaysAllow;
import dev.muster.authz.User;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Yaml;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.EmbeddedStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One pod through the server's whole admission chain, both phases: three pod security policies, a
 * namespace with a standard, a service account, and no webhook. The pod's own copy is part of it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class AdmissionBenchmark {
  private static final User ALICE = User.of("alice", "system:authenticated", "dev");
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: web, namespace: default, labels: {app: web}}
      spec:
        securityContext: {runAsUser: 1000, supplementalGroups: [4000], fsGroup: 2000}
        containers:
        - name: web
          image: nginx:1.27
          ports: [{containerPort: 80}]
          resources: {limits: {cpu: 500m, memory: 128Mi}}
          volumeMounts: [{name: config, mountPath: /etc/web}]
        volumes: [{name: config, configMap: {name: web}}]
      """;

  private final Kinds kinds = KubernetesKinds.kinds();
  private final Kind podKind = kinds.byKind("v1", "Pod").orElseThrow();
  private final ObjectNode pod = object(POD);
  private final EmbeddedStore<StoredObject> store = EmbeddedStore.inMemory();
  private AdmissionChain chain = new AdmissionChain(List.of());

  @Setup
  public void load() {
    Registry registry =
        new Registry(
            store,
            new WriteAdmission(new AdmissionChain(List.of())),
            WriteRules.of(new ManagedFieldOwnership(new ManagedFields(kinds), Clock.systemUTC())),
            Clock.systemUTC());
    create(
        registry,
        "{apiVersion: v1, kind: Namespace, metadata: {name: default, labels:"
            + " {pod-security.kubernetes.io/enforce: baseline}}}");
    create(
        registry,
        "{apiVersion: v1, kind: ServiceAccount, metadata: {name: default, namespace: default}}");
    for (int i = 0; i < 3; i++) {
      create(
          registry,
          """
          {apiVersion: policy/v1beta1, kind: PodSecurityPolicy, metadata: {name: policy%d}, spec: {
            runAsUser: {rule: MustRunAsNonRoot},
            runAsGroup: {rule: MustRunAs, ranges: [{min: %d, max: 3999}]},
            supplementalGroups: {rule: MayRunAs, ranges: [{min: 1, max: 60000}]},
            fsGroup: {rule: MayRunAs, ranges: [{min: 1, max: 60000}]}, seLinux: {rule: RunAsAny},
            requiredDropCapabilities: [ALL], allowPrivilegeEscalation: false,
            volumes: [configMap, secret, emptyDir, projected, downwardAPI]}}
          """
              .formatted(i, 3000 + i));
    }
    ClusterView cluster = new ClusterView(store, kinds);
    chain =
        new AdmissionPlugins(
                cluster,
                new AlwaysAllow(),
                kinds,
                new AdmissionPlugins.Webhooks(
                    AdmissionBenchmark::noWebhooks, AdmissionBenchmark::noWebhooks),
                quota -> true,
                ApiFeatures.defaults(),
                AuditTrail.NONE,
                MutationMetrics.NONE)
            .chain(
                new Admission(Set.of("PodSecurityPolicy", "NodeRestriction"), Set.of()),
                plugin -> plugin);
  }

  private static byte[] noWebhooks(WebhookClient.Endpoint endpoint, byte[] body, Duration timeout) {
    throw new IllegalStateException("there are no webhooks");
  }

  @TearDown
  public void close() {
    store.close();
  }

  private ObjectNode object(String yaml) {
    var tree = Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8));
    Kind kind =
        kinds.byKind(tree.path("apiVersion").asText(), tree.path("kind").asText()).orElseThrow();
    ObjectNode object = Decoder.decode(kind.type(), tree).object();
    kind.strategy().applyDefaults(object);
    return object;
  }

  private void create(Registry registry, String yaml) {
    ObjectNode object = object(yaml);
    Kind kind =
        kinds.byKind(object.get("apiVersion").asText(), object.get("kind").asText()).orElseThrow();
    registry.write(
        new Create(
            new WriteRequest(
                kind,
                kind,
                object.path("metadata").path("namespace").asText(),
                "",
                "",
                ALICE,
                false,
                "bench",
                warning -> {}),
            object));
  }

  @Benchmark
  public ObjectNode admit() {
    ObjectNode asked = pod.deepCopy();
    AdmissionRequest request =
        new AdmissionRequest(
            Operation.CREATE,
            podKind,
            "",
            "default",
            "web",
            asked,
            null,
            ALICE,
            false,
            warning -> {});
    chain.admit(request);
    chain.validate(request);
    return asked;
  }
}
