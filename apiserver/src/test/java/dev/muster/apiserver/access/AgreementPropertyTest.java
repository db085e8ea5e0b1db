package dev.muster.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.Inventory;
import dev.muster.admission.AdmissionChain;
import dev.muster.apiserver.authzconfig.AuthorizationConfiguration;
import dev.muster.apiserver.authzconfig.AuthorizerConfiguration;
import dev.muster.apiserver.authzconfig.BuiltInAuthorizer;
import dev.muster.apiserver.authzconfig.ChainBuilder;
import dev.muster.apiserver.authzconfig.ChainObserver;
import dev.muster.apiserver.authzconfig.ConfiguredAuthorizer;
import dev.muster.apiserver.authzwebhook.WebhookEvents;
import dev.muster.apiserver.reviews.Review;
import dev.muster.apiserver.reviews.ReviewLists;
import dev.muster.authz.AlwaysAllow;
import dev.muster.authz.AlwaysDeny;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Rules;
import dev.muster.authz.User;
import dev.muster.authz.abac.AbacAuthorizer;
import dev.muster.authz.abac.AbacPolicy;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Explanations and lists say what the authorizers say, whichever there are and in any order. */
class AgreementPropertyTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final Kind LIST =
      KINDS.byKind("access.muster.dev/v1", "SubjectAccessReviewList").orElseThrow();
  private static final ClusterInventory NOTHING =
      new ClusterInventory() {
        @Override
        public Known now() {
          return new Known(Inventory.NONE, List.of());
        }

        @Override
        public List<ObjectNode> policies(Set<String> kinds) {
          return List.of();
        }
      };
  private static final List<String> USERS = List.of("ann", "bob", "c\"<d>", "é");
  private static final List<String> GROUPS = List.of("dev", "ops", "system:masters");
  private static final List<String> VERBS = List.of("get", "list");
  private static final List<String> RESOURCES = List.of("pods", "secrets");
  private static final List<String> PLACES = List.of("", "red", "blue");

  /** The authorizers of one try, the roles among them at one revision. */
  private static final class Server {
    final AtomicInteger asked = new AtomicInteger();
    final ConfiguredAuthorizer authorizer;
    final DecidingChain chain;

    Server(Random random) throws Exception {
      RbacIndex roles = roles(random);
      Map<String, BuiltInAuthorizer> types = new HashMap<>();
      types.put("RBAC", plain(request -> roles.snapshot().authorize(request)));
      types.put("AlwaysAllow", BuiltInAuthorizer.of(new AlwaysAllow()));
      types.put("AlwaysDeny", BuiltInAuthorizer.of(new AlwaysDeny()));
      types.put("ABAC", BuiltInAuthorizer.of(abac(random)));
      types.put("Plugin", plain(counted(plugin(random.nextInt()))));
      List<String> order = new ArrayList<>(types.keySet());
      Collections.sort(order);
      Collections.shuffle(order, random);
      List<AuthorizerConfiguration> some =
          order.subList(0, 1 + random.nextInt(order.size())).stream()
              .map(AuthorizerConfiguration::of)
              .toList();
      authorizer =
          new ConfiguredAuthorizer(
              new AuthorizationConfiguration(some),
              new ChainBuilder(types, ChainObserver.DEAF, new WebhookEvents()));
      chain =
          new DecidingChain(
              authorizer,
              new PolicyRevisions() {
                @Override
                public PolicyAt latest() {
                  return new PolicyAt(roles.snapshot(), 7);
                }

                @Override
                public PolicyAt at(long revision) {
                  throw new AssertionError("the past is not asked for");
                }

                @Override
                public long revision() {
                  return 7;
                }
              });
    }

    private Authorizer counted(Authorizer plugin) {
      return request -> {
        asked.incrementAndGet();
        return plugin.authorize(request);
      };
    }

    Review explanations() {
      DryWrites nowhere =
          new DryWrites(
              KINDS,
              new AdmissionChain(List.of()),
              admission -> {
                throw new AssertionError("nothing is written");
              });
      return Objects.requireNonNull(
          AccessGroupReviews.all(chain, new AdmissionTrial(authorizer, nowhere), NOTHING)
              .get("accessexplanations.access.muster.dev"));
    }
  }

  private static BuiltInAuthorizer plain(Authorizer authorizer) {
    return new BuiltInAuthorizer(authorizer, (user, namespace) -> Rules.NONE);
  }

  /** Allows, denies, fails or says nothing, always the same to the same question. */
  private static Authorizer plugin(int salt) {
    return request ->
        switch (Math.floorMod(request.toString().hashCode() * 31 + salt, 5)) {
          case 0 -> new Decision.Allow(() -> "a plugin", "because");
          case 1 -> new Decision.Deny("no\nway", List.of());
          case 2 -> new Decision.NoOpinion("", List.of("out of order"));
          default -> Decision.NoOpinion.SILENT;
        };
  }

  private static AbacAuthorizer abac(Random random) throws Exception {
    String policy =
        ("{\"apiVersion\":\"abac.authorization.kubernetes.io/v1beta1\",\"kind\":\"Policy\",\"spec\":"
                + "{\"user\":\"%s\",\"namespace\":\"*\",\"resource\":\"%s\",\"apiGroup\":\"*\"}}\n")
            .formatted("ann", one(RESOURCES, random));
    return new AbacAuthorizer(AbacPolicy.parse("policy", policy));
  }

  private static RbacIndex roles(Random random) {
    List<RbacObject> objects = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String role = "r" + i;
      objects.add(
          new RbacObject.ClusterRole(
              Metadata.named(role),
              List.of(
                  new PolicyRule(
                      List.of(one(VERBS, random)),
                      List.of(""),
                      List.of(one(RESOURCES, random)),
                      random.nextBoolean() ? List.of() : List.of("x"),
                      List.of())),
              List.of()));
      List<Subject> subjects =
          List.of(Subject.user(one(USERS, random)), Subject.group(one(GROUPS, random)));
      RoleRef ref = RoleRef.clusterRole(random.nextInt(5) == 0 ? "gone" : role);
      objects.add(
          random.nextBoolean()
              ? new RbacObject.ClusterRoleBinding(Metadata.named("b" + i), subjects, ref)
              : new RbacObject.RoleBinding(Metadata.named("red", "b" + i), subjects, ref));
    }
    RbacIndex index = new RbacIndex();
    index.replaceAll(objects);
    return index;
  }

  private static ObjectNode spec(Random random) {
    ObjectNode spec = JSON.createObjectNode();
    if (random.nextInt(4) == 0) {
      spec.putObject("nonResourceAttributes").put("path", "/healthz").put("verb", "get");
    } else {
      ObjectNode resource = spec.putObject("resourceAttributes");
      put(resource, "namespace", one(PLACES, random));
      put(resource, "verb", one(VERBS, random));
      put(resource, "version", random.nextBoolean() ? "v1" : "");
      put(resource, "resource", one(RESOURCES, random));
      put(resource, "name", random.nextBoolean() ? "x" : "");
    }
    spec.put("user", one(USERS, random));
    if (random.nextInt(3) > 0) {
      spec.putArray("groups").add(GROUPS.get(random.nextInt(random.nextInt(8) == 0 ? 3 : 2)));
    }
    return spec;
  }

  private static void put(ObjectNode into, String field, String value) {
    if (!value.isEmpty()) {
      into.put(field, value);
    }
  }

  private static String one(List<String> of, Random random) {
    return of.get(random.nextInt(of.size()));
  }

  private static Attributes attributes(JsonNode spec) {
    List<String> groups = new ArrayList<>();
    spec.path("groups").forEach(group -> groups.add(group.asText()));
    User user = User.of(spec.path("user").asText(), groups.toArray(String[]::new));
    JsonNode resource = spec.path("resourceAttributes");
    if (resource.isMissingNode()) {
      return Attributes.nonResource(user, "get", "/healthz");
    }
    return Attributes.resource(
        user,
        resource.path("verb").asText(),
        "",
        resource.path("version").asText("*"),
        resource.path("resource").asText(),
        "",
        resource.path("namespace").asText(),
        resource.path("name").asText());
  }

  @Property(tries = 500)
  void anExplanationIsWhatWasDecidedOnce(@ForAll Random random) throws Exception {
    Server server = new Server(random);
    ObjectNode review = JSON.createObjectNode();
    review.set("spec", spec(random));
    Decision decision = server.authorizer.authorize(attributes(review.path("spec")));
    int before = server.asked.get();
    JsonNode status =
        server.explanations().answer(User.of("asker"), review.deepCopy()).path("status");
    assertThat(server.asked.get() - before).as("nobody is asked twice").isLessThan(2);
    assertThat(status.path("allowed").asBoolean()).isEqualTo(decision.allowed());
    assertThat(status.path("revision").asText()).isEqualTo("7");
    List<String> deciding = new ArrayList<>();
    boolean decided = false;
    for (JsonNode station : status.path("stations")) {
      if (decided) {
        assertThat(station.path("verdict").asText()).isEqualTo("NotAsked");
      }
      if (station.path("decides").asBoolean()) {
        decided = true;
        deciding.add(station.path("verdict").asText());
      }
    }
    assertThat(deciding)
        .isEqualTo(
            switch (decision) {
              case Decision.Allow allow -> List.of("Allowed");
              case Decision.Deny deny -> List.of("Refused");
              case Decision.NoOpinion none -> List.of();
            });
    if (status.has("grants") && !status.has("server")) {
      assertThat(decision.allowed()).isTrue();
    }
    if (status.has("smallestGrant")) {
      assertThat(decision.allowed()).isFalse();
    }
  }

  @Property(tries = 300)
  void aListIsAnsweredAsItsQuestionsAreAndTheSameOnBothWays(@ForAll Random random)
      throws Exception {
    Server server = new Server(random);
    ObjectNode list = JSON.createObjectNode();
    list.put("kind", LIST.kind()).put("apiVersion", LIST.apiVersion());
    ArrayNode items = list.putArray("items");
    for (int i = random.nextInt(6); i >= 0; i--) {
      items.addObject().set("spec", spec(random));
    }
    ReviewLists lists = new ReviewLists(server.chain);
    byte[] sent = JSON.writeValueAsBytes(list);
    ObjectNode answer = lists.answer(LIST, list.deepCopy());
    for (int i = 0; i < items.size(); i++) {
      Decision decision = server.authorizer.authorize(attributes(items.get(i).path("spec")));
      assertThat(answer.at("/items/" + i + "/status/allowed").asBoolean())
          .isEqualTo(decision.allowed());
      assertThat(answer.at("/items/" + i + "/status/reason").asText()).isEqualTo(decision.reason());
    }
    lists
        .answer(LIST, sent)
        .ifPresent(quick -> assertThat(quick).isEqualTo(Encoder.encode(LIST.type(), answer)));
  }

  /** Whatever the bytes are: what is read without trees is what everybody else would read. */
  @Property(tries = 2_000)
  void bytesThatAreReadQuicklyAreReadTheSameByTheUsualWay(@ForAll Random random) throws Exception {
    Server server = new Server(random);
    ObjectNode list = JSON.createObjectNode();
    list.put("kind", LIST.kind()).put("apiVersion", LIST.apiVersion());
    list.putArray("items").addObject().set("spec", spec(random));
    byte[] sent = mutated(JSON.writeValueAsBytes(list), random);
    ReviewLists lists = new ReviewLists(server.chain);
    lists
        .answer(LIST, sent)
        .ifPresent(
            quick -> {
              Bodies.Body body =
                  new Bodies(KINDS).read(LIST, "application/json", sent, FieldValidation.STRICT);
              assertThat(quick)
                  .isEqualTo(Encoder.encode(LIST.type(), lists.answer(LIST, body.object())));
            });
  }

  private static byte[] mutated(byte[] json, Random random) {
    byte[] pieces = "{}[],:\"x nulltrue0 specuser\\".getBytes(StandardCharsets.UTF_8);
    byte[] out = json.clone();
    for (int i = random.nextInt(4); i > 0; i--) {
      int at = random.nextInt(out.length);
      switch (random.nextInt(3)) {
        case 0 -> out[at] = pieces[random.nextInt(pieces.length)];
        case 1 -> out = Arrays.copyOf(out, Math.max(2, at));
        default -> {
          byte[] longer = Arrays.copyOf(out, out.length + 1);
          System.arraycopy(out, at, longer, at + 1, out.length - at);
          longer[at] = pieces[random.nextInt(pieces.length)];
          out = longer;
        }
      }
    }
    return out;
  }
}
