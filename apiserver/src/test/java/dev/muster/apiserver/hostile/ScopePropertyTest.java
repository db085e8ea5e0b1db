package dev.muster.apiserver.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.apiserver.authn.BearerTokens;
import dev.muster.apiserver.authn.ServiceAccountTokens;
import dev.muster.apiserver.backends.BackendConnections;
import dev.muster.apiserver.decisions.DecisionLog;
import dev.muster.apiserver.flow.FlowControl;
import dev.muster.apiserver.flow.FlowLimits;
import dev.muster.apiserver.handlers.ApiEndpoint;
import dev.muster.apiserver.handlers.Components;
import dev.muster.apiserver.handlers.Handlers;
import dev.muster.apiserver.handlers.HealthChecks;
import dev.muster.apiserver.handlers.Operations;
import dev.muster.apiserver.handlers.Refusals;
import dev.muster.apiserver.handlers.StoredOnly;
import dev.muster.apiserver.registry.ClusterView;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.ManagedFieldOwnership;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.RegistryParts;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.registry.WriteRules;
import dev.muster.apiserver.request.AccessObserver;
import dev.muster.apiserver.request.AskedExchange;
import dev.muster.apiserver.reviews.OpenIdDocuments;
import dev.muster.apiserver.reviews.Reviews;
import dev.muster.apiserver.reviews.TokenRequests;
import dev.muster.apiserver.visibility.AccessFilter;
import dev.muster.apiserver.visibility.PolicyHistory;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.store.Draft;
import dev.muster.store.EmbeddedStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * What the authorizer was asked is what the handler touched: for all kinds, methods, subresources
 * and shapes of paths. The authorizer allows everything and remembers the question, the store
 * remembers the keys; no key and no object of the answer may lie outside of the question.
 */
@SuppressWarnings("NullAway.Init") // by wire, before anything else
class ScopePropertyTest {
  private static final List<String> NAMES = List.of("ns1", "victim", "obj");
  private static final Set<String> ANY_NAME = Set.of("create", "list", "watch", "deletecollection");
  private static final Set<String> READS_ALL = Set.of("list", "watch");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What else a request may look at in the same namespace, or in the cluster. */
  private static final Map<String, Set<String>> BESIDE =
      Map.of(
          "bindings", Set.of("pods"),
          "pods/eviction", Set.of("poddisruptionbudgets"),
          "serviceaccounts/token", Set.of("pods", "secrets", "nodes"),
          "pods/exec", Set.of("nodes"),
          "pods/attach", Set.of("nodes"),
          "pods/portforward", Set.of("nodes"),
          "pods/log", Set.of("nodes"),
          "services/proxy", Set.of("endpoints", "pods"));

  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final BackendConnections NO_BACKENDS =
      new BackendConnections(
          () -> {
            throw new AssertionError("there is no node to go to");
          });
  private static final PolicyHistory NO_POLICY =
      new PolicyHistory() {
        @Override
        public Optional<RbacSnapshot> at(long revision) {
          return Optional.empty();
        }

        @Override
        public Optional<List<RbacSnapshot>> between(long after, long upTo) {
          return Optional.empty();
        }

        @Override
        public Subscription onChange(Runnable action) {
          return () -> {};
        }
      };

  private static final List<Attributes> ASKED = new ArrayList<>();
  private static Path directory;
  private static TouchedStore<StoredObject> store;
  private static ApiEndpoint endpoint;
  private static boolean allows;

  /** Hours go by with every look, so that no watch lasts. */
  private static final class HastyClock extends Clock {
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");

    @Override
    public synchronized Instant instant() {
      now = now.plus(Duration.ofHours(2));
      return now;
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @BeforeContainer
  static void wire() throws Exception {
    directory = Files.createTempDirectory("scopes");
    Clock clock = new HastyClock();
    store = new TouchedStore<>(EmbeddedStore.open(directory, new StoredObjectCodec(KINDS)));
    ManagedFields fields = new ManagedFields(KINDS);
    WriteAdmission admission = new WriteAdmission(new AdmissionChain(List.of()));
    WriteRules rules = WriteRules.of(new ManagedFieldOwnership(fields, clock));
    Registry registry = new Registry(store, admission, rules, clock);
    Deletes deletes = new Deletes(registry, admission, rules, clock);
    ClusterView cluster = new ClusterView(store, KINDS);
    ServiceAccountTokens tokens =
        new ServiceAccountTokens(
            List.of("https://issuer"),
            List.of("api"),
            KeyPairGenerator.getInstance("EC").generateKeyPair(),
            List.of(),
            (kind, namespace, name) -> Optional.empty(),
            clock);
    endpoint =
        new Handlers(
                new RegistryParts(KINDS, cluster, fields, admission, registry, deletes, clock),
                ScopePropertyTest::decide,
                Reviews.of(
                    attributes -> Decision.NoOpinion.SILENT,
                    (user, namespace) -> Rules.NONE,
                    new BearerTokens(List.of(), List.of()),
                    new TokenRequests(
                        cluster, tokens, List.of("api"), Optional.empty(), false, clock),
                    new OpenIdDocuments(new byte[0], new byte[0]),
                    clock),
                new Operations(
                    (exchange, info, kind) -> {},
                    new DecisionLog(AccessObserver.NONE, () -> 0, Clock.systemUTC()),
                    Refusals.PLAIN,
                    FlowControl.builtIn(FlowLimits.defaults()),
                    exchange -> {},
                    new HealthChecks(),
                    NO_BACKENDS,
                    new Components(NO_BACKENDS)
                        .add("controller-manager", Optional::empty)
                        .add("scheduler", Optional::empty),
                    FeatureGates.defaults(),
                    StoredOnly.NONE),
                new AccessFilter(ScopePropertyTest::decide, List::of, NO_POLICY, store))
            .endpoint(exchange -> User.of("mallory"), "127.0.0.1:0");
  }

  @AfterContainer
  static void close() throws IOException {
    store.close();
    try (Stream<Path> left = Files.walk(directory)) {
      for (Path path : left.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  private static Decision decide(Attributes attributes) {
    ASKED.add(attributes);
    return allows
        ? new Decision.Allow(() -> "the test", "")
        : new Decision.NoOpinion("", List.of());
  }

  /** Puts everything back that a request may have changed or deleted. */
  private static void seed() {
    for (Kind kind : KINDS.byStoragePrefix().values()) {
      for (String namespace : kind.namespaced() ? List.of("ns1", "victim") : List.of("")) {
        for (String name : NAMES) {
          String key = kind.key(namespace, name);
          if (store.snapshot().get(key) == null) {
            store.put(key, new Seed(key, object(kind, namespace, name)), 0);
          }
        }
      }
    }
  }

  private static String object(Kind kind, String namespace, String name) {
    return "{\"kind\":\"%s\",\"apiVersion\":\"%s\",\"metadata\":{\"name\":\"%s\"%s,\"uid\":\"u\",\"resourceVersion\":\"\"}}"
        .formatted(
            kind.kind(),
            kind.apiVersion(),
            name,
            namespace.isEmpty() ? "" : ",\"namespace\":\"" + namespace + "\"");
  }

  private record Seed(String key, String json) implements Draft<StoredObject> {
    @Override
    public byte[] bytes() {
      return json.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public StoredObject committed(long revision) {
      return new StoredObjectCodec(KINDS).decode(key, bytes(), revision);
    }
  }

  record Request(String method, String path, String query, String type, String body) {}

  @Provide
  Arbitrary<Request> requests() {
    return Arbitraries.of(KINDS.all()).flatMap(ScopePropertyTest::requests);
  }

  private static Arbitrary<Request> requests(Kind kind) {
    List<String> subresources = new ArrayList<>(List.of("status", "finalize", "scale", "log"));
    kind.subresources().forEach(subresource -> subresources.add(subresource.name()));
    Arbitrary<String> scope =
        Arbitraries.of(
            "",
            "",
            "/namespaces/ns1",
            "/namespaces/ns1",
            "/namespaces/victim",
            "/namespaces/ns1/namespaces/victim",
            "/namespaces/ns1/status",
            "/namespaces/..");
    Arbitrary<String> verb = Arbitraries.of("", "", "", "", "/watch", "/proxy");
    Arbitrary<String> resource =
        Arbitraries.of(
            "/" + kind.plural(), "/" + kind.plural(), "/" + kind.plural(), "/namespaces");
    Arbitrary<String> name =
        Arbitraries.of("", "/ns1", "/victim", "/obj", "/missing", "/..", "/victim/obj");
    Arbitrary<String> part =
        Arbitraries.of(subresources)
            .map(sub -> "/" + sub)
            .injectNull(0.5)
            .map(sub -> sub == null ? "" : sub);
    String base =
        "/" + (kind.group().isEmpty() ? "api" : "apis/" + kind.group()) + "/" + kind.version();
    Arbitrary<String> path =
        Combinators.combine(verb, scope, resource, name, part)
            .as((v, s, r, n, p) -> base + v + s + r + n + p);
    Arbitrary<String> query =
        Arbitraries.of(
            "",
            "",
            "watch=1",
            "fieldSelector=metadata.name%3Dobj",
            "fieldSelector=metadata.name%3Dobj&watch=1",
            "fieldSelector=metadata.namespace%3Dvictim",
            "fieldSelector=metadata.name%3Dobj&fieldSelector=metadata.name%3Dvictim",
            "namespace=victim&name=victim",
            "limit=1",
            "dryRun=All",
            // a place in another namespace's list
            "continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiLi4vdmljdGltL2FcdTAwMDAifQ");
    Arbitrary<String> body =
        Combinators.combine(
                Arbitraries.of("obj", "victim", "ns1", ""), Arbitraries.of("", "ns1", "victim"))
            .as((n, ns) -> body(kind, ns, n));
    Arbitrary<String> method =
        Arbitraries.of("GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    Arbitrary<String> type =
        Arbitraries.of(
            "application/json", "application/merge-patch+json", "application/apply-patch+yaml");
    return Combinators.combine(method, path, query, type, body)
        .as(
            (m, p, q, t, b) ->
                new Request(
                    m,
                    p,
                    t.startsWith("application/apply")
                        ? (q.isEmpty() ? "" : q + "&") + "fieldManager=m"
                        : q,
                    m.equals("PATCH") ? t : "application/json",
                    m.equals("GET") || m.equals("DELETE") ? "" : b));
  }

  private static String body(Kind kind, String namespace, String name) {
    return object(kind, namespace, name)
        .replace("\"uid\":\"u\",\"resourceVersion\":\"\"", "\"labels\":{\"a\":\"b\"}");
  }

  private static AskedExchange send(Request request) throws Exception {
    AskedExchange exchange =
        new AskedExchange(
            request.method(),
            request.path(),
            request.query(),
            Map.of("Content-Type", request.type(), "Upgrade", "websocket"),
            request.body());
    ASKED.clear();
    store.forget();
    try {
      endpoint.handle(exchange);
    } catch (ApiException e) {
      // refused: what was touched before counts all the same
    }
    return exchange;
  }

  @Property(tries = 6000, edgeCases = EdgeCasesMode.NONE)
  void onlyWhatWasAuthorizedIsTouched(@ForAll("requests") Request request) throws Exception {
    seed();
    allows = true;
    AskedExchange exchange = send(request);
    Attributes asked = ASKED.getFirst();
    for (String key : store.keys()) {
      assertThat(covers(asked, key)).as("%s touches %s, asked: %s", request, key, asked).isTrue();
    }
    for (String prefix : store.ranges()) {
      assertThat(coversRange(asked, prefix))
          .as("%s reads %s, asked %s", request, prefix, asked)
          .isTrue();
    }
    if (exchange.status() == 200) {
      for (JsonNode object : objects(exchange.answer())) {
        String key = key(object, asked);
        assertThat(covers(asked, key)).as("%s shows %s, asked: %s", request, key, asked).isTrue();
      }
    }
  }

  @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
  void nothingIsTouchedForWhomeverNothingIsAllowed(@ForAll("requests") Request request)
      throws Exception {
    allows = false;
    send(request);
    assertThat(store.keys()).as("%s", request).isEmpty();
    assertThat(store.ranges()).as("%s", request).isEmpty();
  }

  private static Kind kindOf(String key) {
    return Objects.requireNonNull(
        KINDS.byStoragePrefix().get(key.substring(0, key.indexOf('/'))), key);
  }

  /** Whether an authorizer that allowed the one has allowed to touch the other. */
  private static boolean covers(Attributes asked, String key) {
    Kind kind = kindOf(key);
    String rest = key.substring(key.indexOf('/') + 1);
    int slash = kind.namespaced() ? rest.indexOf('/') : -1;
    String namespace = slash < 0 ? "" : rest.substring(0, slash);
    String name = rest.substring(slash + 1);
    if (!isOwn(asked, kind)) {
      return isBeside(asked, kind) && (namespace.isEmpty() || namespace.equals(asked.namespace()));
    }
    boolean named =
        asked.name().isEmpty() ? ANY_NAME.contains(asked.verb()) : asked.name().equals(name);
    if (kind.namespaced()) {
      return named
          && (asked.namespace().equals(namespace)
              || asked.namespace().isEmpty() && READS_ALL.contains(asked.verb()));
    }
    boolean itself = kind.plural().equals("namespaces") && asked.namespace().equals(name);
    return named && (asked.namespace().isEmpty() || itself && asked.name().equals(name));
  }

  private static boolean coversRange(Attributes asked, String prefix) {
    Kind kind = kindOf(prefix);
    if (!isOwn(asked, kind)) {
      return isBeside(asked, kind)
          && (!kind.namespaced() || prefix.equals(kind.key(asked.namespace(), "")));
    }
    if (!kind.namespaced()) {
      // one object is watched by looking through them all; the answer is looked at below
      return asked.namespace().isEmpty() || asked.namespace().equals(asked.name());
    }
    return asked.namespace().isEmpty()
        ? READS_ALL.contains(asked.verb())
        : prefix.equals(kind.key(asked.namespace(), ""));
  }

  private static Optional<Kind> own(Attributes asked) {
    return KINDS.byResource(
        asked.apiGroup().isEmpty()
            ? asked.apiVersion()
            : asked.apiGroup() + "/" + asked.apiVersion(),
        asked.resource());
  }

  private static boolean isOwn(Attributes asked, Kind kind) {
    return own(asked)
        .filter(found -> found.storagePrefix().equals(kind.storagePrefix()))
        .isPresent();
  }

  private static boolean isBeside(Attributes asked, Kind kind) {
    String what =
        asked.resource() + (asked.subresource().isEmpty() ? "" : "/" + asked.subresource());
    return BESIDE.getOrDefault(what, Set.of()).contains(kind.plural());
  }

  /** The stored objects in an answer: it may be one, a list, or the lines of a watch. */
  private static List<JsonNode> objects(String answer) throws IOException {
    List<JsonNode> found = new ArrayList<>();
    for (String line : answer.lines().toList()) {
      JsonNode read = JSON.readTree(line);
      Stream<JsonNode> all =
          read.has("items")
              ? read.get("items").valueStream()
              : Stream.of(read.has("object") ? read.get("object") : read);
      all.map(object -> typed(object, read))
          .filter(object -> object.path("metadata").has("uid"))
          .forEach(found::add);
    }
    return found;
  }

  private static JsonNode typed(JsonNode object, JsonNode list) {
    if (!object.has("kind") && object instanceof ObjectNode item) {
      item.put("kind", list.path("kind").asText().replaceFirst("List$", ""));
      item.set("apiVersion", list.get("apiVersion"));
    }
    return object;
  }

  /** A kind that is not stored, such as a scale, stands for the object that was asked for. */
  private static String key(JsonNode object, Attributes asked) {
    Kind kind =
        KINDS
            .byKind(object.path("apiVersion").asText(), object.path("kind").asText())
            .orElseGet(() -> own(asked).orElseThrow());
    return kind.key(
        object.path("metadata").path("namespace").asText(),
        object.path("metadata").path("name").asText());
  }
}
