package dev.muster.apiserver.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.ServerOfTheClass;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lists of what one may see, and what they must not tell of the rest. */
class FilteredListTest {
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static final String ALL = "/api/v1/configmaps";
  private static final String FILTER = "access.muster.dev/filter=true";

  private static Grants grants;
  private static Client ann;
  private static Client nobody;

  /** Ann lists namespace a, and one of b by its name; that of c she may only get. */
  @BeforeAll
  static void fill() {
    grants = new Grants(SERVER.client());
    ann = SERVER.client().as("ann");
    nobody = SERVER.client().as("nobody");
    for (String namespace : List.of("a", "a-b", "b", "c", "d")) {
      grants.namespace(namespace);
      for (String name : List.of("one", "two", "three")) {
        grants.configMap(namespace, name, name);
      }
    }
    grants.role("a", "reader", "get,list,watch", "");
    grants.role("b", "one", "get", "one");
    grants.role("c", "getter", "get", "");
    grants.role("d", "lister", "list", "three");
    grants.bind("a", "reader", "ann");
    grants.bind("b", "one", "ann");
    grants.bind("c", "getter", "ann");
    grants.bind("d", "lister", "ann");
  }

  @AfterAll
  static void close() {
    ann.close();
    nobody.close();
  }

  private static List<String> names(Answer answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    List<String> names = new ArrayList<>();
    for (JsonNode item : answer.json().path("items")) {
      JsonNode metadata = item.path("metadata");
      String namespace = metadata.path("namespace").asText();
      names.add((namespace.isEmpty() ? "" : namespace + "/") + metadata.path("name").asText());
    }
    return names;
  }

  private static List<String> names(Client who, String path) {
    return names(who.get(path));
  }

  @Test
  void areRefusedUnlessAskedFor() {
    assertThat(ann.get(ALL).status()).isEqualTo(403);
    assertThat(ann.get(ALL + "?access.muster.dev/filter=false").status()).isEqualTo(403);
    assertThat(ann.get("/api/v1/configmaps/?" + FILTER).status()).isEqualTo(200);
  }

  @Test
  void showNamespacesAndNames() {
    List<String> seen = List.of("a/one", "a/three", "a/two", "b/one", "d/three");
    assertThat(names(ann, ALL + "?" + FILTER)).isEqualTo(seen);
    assertThat(names(ann.send("GET", ALL, null, Map.of(AccessFilter.HEADER, List.of("true")))))
        .isEqualTo(seen);
    assertThat(names(ann, FilteredServer.PATH + ALL)).isEqualTo(seen);
  }

  @Test
  void inANamespaceToo() {
    assertThat(names(ann, "/api/v1/namespaces/b/configmaps?" + FILTER)).containsExactly("b/one");
    assertThat(names(ann, "/api/v1/namespaces/c/configmaps?" + FILTER)).isEmpty();
    assertThat(names(ann, "/api/v1/namespaces/none/configmaps?" + FILTER)).isEmpty();
  }

  @Test
  void areEmptyForWhoMaySeeNothing() {
    Answer answer = nobody.get(ALL + "?limit=1&" + FILTER);
    assertThat(names(answer)).isEmpty();
    assertThat(answer.json().path("metadata").fieldNames())
        .toIterable()
        .containsExactly("resourceVersion");
  }

  @Test
  void areThePlainOnesForWhoMaySeeAll() {
    Client admin = SERVER.client();
    assertThat(admin.get(ALL + "?limit=2&" + FILTER).body())
        .isEqualTo(admin.get(ALL + "?limit=2").body())
        .contains("remainingItemCount");
  }

  @Test
  void showTheNamespacesOneIsAtHomeIn() {
    grants.create(
        Grants.RBAC + "/namespaces/a/roles",
        "{'metadata':{'name':'home'},'rules':[%s]}"
            .formatted(Grants.rule("namespaces", "get,list,watch", "")));
    grants.bind("a", "home", "eve");
    try (Client eve = SERVER.client().as("eve")) {
      assertThat(names(eve, "/api/v1/namespaces?" + FILTER)).containsExactly("a");
      assertThat(eve.get("/api/v1/namespaces/a").status()).isEqualTo(200);
    }
  }

  @Test
  void showANameWhereverItIs() {
    grants.create(
        Grants.RBAC + "/clusterroles",
        "{'metadata':{'name':'two'},'rules':[%s]}"
            .formatted(Grants.rule("configmaps", "get", "two")));
    grants.create(
        Grants.RBAC + "/clusterrolebindings",
        "{'metadata':{'name':'two'},'roleRef':{'kind':'ClusterRole','name':'two'},"
            + "'subjects':[{'kind':'User','name':'tom'}]}");
    grants.bind("a", "reader", "tom");
    List<String> seen = List.of("a-b/two", "a/one", "a/three", "a/two", "b/two", "c/two", "d/two");
    try (Client tom = SERVER.client().as("tom")) {
      assertThat(names(tom, ALL + "?" + FILTER)).isEqualTo(seen);
      assertThat(pages(tom, 1)).isEqualTo(seen);
      assertThat(pages(tom, 3)).isEqualTo(seen);
    }
  }

  /** Walks through all pages; every token names the last object of its page and no other. */
  private static List<String> pages(Client who, int limit) {
    List<String> seen = new ArrayList<>();
    String token = "";
    String revision = "";
    do {
      Answer page = who.get(ALL + "?limit=" + limit + "&" + FILTER + "&continue=" + token);
      List<String> names = names(page);
      assertThat(names).hasSizeBetween(1, limit);
      seen.addAll(names);
      token = page.at("/metadata/continue");
      if (!token.isEmpty()) {
        assertThat(new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8))
            .contains("\"" + names.getLast() + "\\u0000\"");
      }
      assertThat(page.json().at("/metadata/remainingItemCount").isMissingNode()).isTrue();
      String at = page.at("/metadata/resourceVersion");
      assertThat(revision).isIn("", at);
      revision = at;
    } while (!token.isEmpty());
    return seen;
  }

  @Test
  void comeInPagesOfWhatIsSeen() {
    List<String> seen = names(ann, ALL + "?" + FILTER);
    for (int limit = 1; limit < 6; limit++) {
      assertThat(pages(ann, limit)).isEqualTo(seen);
    }
  }

  /** A token is a place to go on from, and gives nobody a right. */
  @Test
  void goOnWithAnyTokenAndShowNoMore() {
    String others = SERVER.client().get(ALL + "?limit=3").at("/metadata/continue");
    assertThat(names(ann, ALL + "?" + FILTER + "&continue=" + others))
        .containsExactly("a/one", "a/three", "a/two", "b/one", "d/three");
    for (String start : List.of("b/one", "b/onf", "b", "zzz", "c/one", "b/zzz/x", "/", "..")) {
      String json = "{\"v\":\"meta.k8s.io/v1\",\"rv\":-1,\"start\":\"%s\\u0000\"}".formatted(start);
      String token =
          Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(json.getBytes(StandardCharsets.UTF_8));
      Answer answer = ann.get(ALL + "?" + FILTER + "&continue=" + token);
      if (answer.status() == 200) {
        assertThat(names(ann, ALL + "?" + FILTER)).containsAll(names(answer));
        assertThat(names(nobody, ALL + "?" + FILTER + "&continue=" + token)).isEmpty();
      }
    }
  }

  @Test
  void selectAmongWhatIsSeenOnly() {
    String named = ALL + "?" + FILTER + "&fieldSelector=metadata.name%3D";
    assertThat(names(ann, named + "two")).containsExactly("a/two");
    assertThat(names(ann, named + "one")).containsExactly("a/one", "b/one");
    assertThat(
            names(
                ann,
                "/api/v1/namespaces/b/configmaps?" + FILTER + "&fieldSelector=metadata.name%3Dtwo"))
        .isEmpty();
    assertThat(names(ann, ALL + "?" + FILTER + "&labelSelector=value%3Dthree"))
        .containsExactly("a/three", "d/three");
    assertThat(nobody.get(ALL + "?limit=1&" + FILTER + "&labelSelector=value%3Dthree").body())
        .doesNotContain("continue");
  }

  @Test
  void areTablesAndBareMetadataAsWell() {
    String table = "application/json;as=Table;v=v1;g=meta.k8s.io";
    String bare = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    Answer rows = ann.send("GET", ALL + "?" + FILTER, null, Map.of("Accept", List.of(table)));
    assertThat(rows.json().path("rows")).hasSize(5);
    Answer metadata = ann.send("GET", ALL + "?" + FILTER, null, Map.of("Accept", List.of(bare)));
    assertThat(names(metadata)).hasSize(5).contains("d/three");
    Answer protobuf =
        ann.send(
            "GET",
            ALL + "?" + FILTER,
            null,
            Map.of("Accept", List.of("application/vnd.kubernetes.protobuf")));
    assertThat(protobuf.body()).contains("three").doesNotContain("\u0003a-b");
  }

  /** Only reads of collections can be answered in part. */
  @Test
  void areNoWayToAnythingElse() {
    assertThat(ann.delete("/api/v1/namespaces/b/configmaps?" + FILTER).status()).isEqualTo(403);
    assertThat(ann.get("/api/v1/namespaces/b/configmaps/two?" + FILTER).status()).isEqualTo(403);
    assertThat(ann.get("/api/v1/namespaces/b/pods/x/log?" + FILTER).status()).isEqualTo(403);
    assertThat(ann.get("/api/v1/componentstatuses?" + FILTER).status()).isEqualTo(403);
    assertThat(ann.get("/apis/metrics.k8s.io/v1beta1/pods?" + FILTER).status()).isEqualTo(403);
    assertThat(ann.get("/apis/none.example.com/v1/things?" + FILTER).status()).isEqualTo(403);
    assertThat(ann.get("/metrics?" + FILTER).status()).isEqualTo(403);
    assertThat(ann.send("HEAD", ALL + "?" + FILTER, null, Map.of()).status()).isEqualTo(405);
    assertThat(ann.get(FilteredServer.PATH + "/api/v1/namespaces/b/configmaps/two").status())
        .isEqualTo(403);
    assertThat(ann.get(FilteredServer.PATH + FilteredServer.PATH + ALL).status()).isEqualTo(403);
  }

  /** Nor may one see in somebody's name what one may not see as oneself. */
  @Test
  void askForImpersonationAsEver() {
    Map<String, List<String>> asAnn = Map.of("Impersonate-User", List.of("ann"));
    try (Client unprivileged = SERVER.running().client("nonsense")) {
      assertThat(unprivileged.send("GET", ALL + "?" + FILTER, null, asAnn).status()).isEqualTo(401);
    }
    Map<String, List<String>> stranger =
        Map.of("Authorization", List.of(), "Impersonate-User", List.of());
    assertThat(nobody.send("GET", ALL + "?" + FILTER, null, stranger).status()).isEqualTo(403);
    Map<String, List<String>> anonymous = Map.of("Authorization", List.of());
    assertThat(ann.send("GET", ALL + "?" + FILTER, null, anonymous).status()).isEqualTo(403);
  }

  /** A role of half a megabyte that a namespace has for everybody is its own trouble. */
  @Test
  void lackOnlyWhatRolesNameTooMuchOf() throws Exception {
    String names =
        IntStream.rangeClosed(0, 10_000).mapToObj(i -> "n" + i).collect(Collectors.joining("','"));
    grants.role("c", "many", "get", names);
    grants.bind("c", "many", "max");
    grants.bind("b", "one", "max");
    String inB = "/api/v1/namespaces/b/configmaps?" + FILTER;
    try (Client max = SERVER.client().as("max")) {
      Answer answer = max.get(ALL + "?" + FILTER);
      assertThat(names(answer)).containsExactly("b/one");
      assertThat(answer.warnings())
          .singleElement()
          .asString()
          .contains("roles name too many objects in namespace \\\"c\\\"; none of these is shown");
      assertThat(names(max, inB)).containsExactly("b/one");
      assertThat(max.get(inB).warnings()).isEmpty();
      try (Frames frames = Frames.of(max, ALL + "?watch=true&timeoutSeconds=60&" + FILTER)) {
        assertThat(frames.words()).isEqualTo("ADDED b/one=one");
      }
    }
  }

  @Test
  void areOfEveryKind() {
    String crd = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    grants.create(
        crd,
        """
        {'metadata':{'name':'lamps.example.com'},'spec':{'group':'example.com','scope':'Namespaced',
         'names':{'plural':'lamps','singular':'lamp','kind':'Lamp','listKind':'LampList'},
         'versions':[{'name':'v1','served':true,'storage':true,'schema':{'openAPIV3Schema':
          {'type':'object','x-kubernetes-preserve-unknown-fields':true}}}]}}
        """);
    String lamp = "{'apiVersion':'example.com/v1','kind':'Lamp','metadata':{'name':'red'}}";
    grants.create("/apis/example.com/v1/namespaces/a/lamps", lamp);
    grants.create("/apis/example.com/v1/namespaces/b/lamps", lamp);
    grants.create("/api/v1/nodes", "{'metadata':{'name':'n1'}}");
    grants.create("/api/v1/nodes", "{'metadata':{'name':'n2'}}");
    grants.create(
        Grants.RBAC + "/namespaces/b/roles",
        "{'metadata':{'name':'lamps'},'rules':[{'apiGroups':['*'],'resources':['lamps'],'verbs':['list']}]}");
    grants.bind("b", "lamps", "lea");
    grants.create(
        Grants.RBAC + "/clusterroles",
        "{'metadata':{'name':'n2'},'rules':[%s]}".formatted(Grants.rule("nodes", "get", "n2")));
    grants.create(
        Grants.RBAC + "/clusterrolebindings",
        "{'metadata':{'name':'n2'},'roleRef':{'kind':'ClusterRole','name':'n2'},"
            + "'subjects':[{'kind':'User','name':'lea'}]}");
    try (Client lea = SERVER.client().as("lea")) {
      assertThat(names(lea, "/apis/example.com/v1/lamps?" + FILTER)).containsExactly("b/red");
      assertThat(names(lea, "/api/v1/nodes?" + FILTER)).containsExactly("n2");
      assertThat(names(lea, "/api/v1/secrets?" + FILTER)).isEmpty();
    }
  }

  @Test
  void atAnEarlierVersionShowWhatWasSeenThenAndIsSeenNow() {
    grants.namespace("e");
    grants.configMap("e", "old", "1");
    grants.role("e", "reader", "list", "");
    long before = grants.configMap("e", "new", "1");
    long granted = grants.bind("e", "reader", "bob");
    String exact = ALL + "?" + FILTER + "&resourceVersionMatch=Exact&resourceVersion=";
    try (Client bob = SERVER.client().as("bob")) {
      assertThat(names(bob, exact + granted)).containsExactly("e/new", "e/old");
      assertThat(names(bob, exact + before)).isEmpty();
      grants.unbind("e", "reader", "bob");
      assertThat(names(bob, exact + granted)).isEmpty();
    }
  }

  @Test
  void afterARevocationGoOnWithoutWhatWasRevoked() {
    grants.namespace("f");
    grants.configMap("f", "first", "1");
    grants.configMap("f", "second", "1");
    grants.role("f", "reader", "list", "");
    grants.bind("f", "reader", "kim");
    grants.bind("a", "reader", "kim");
    try (Client kim = SERVER.client().as("kim")) {
      Answer first = kim.get(ALL + "?limit=3&" + FILTER);
      assertThat(names(first)).containsExactly("a/one", "a/three", "a/two");
      grants.unbind("f", "reader", "kim");
      assertThat(
              names(
                  kim, ALL + "?limit=3&" + FILTER + "&continue=" + first.at("/metadata/continue")))
          .isEmpty();
    }
  }
}
