package dev.muster.apiserver.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.ServerOfTheClass;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Watches of what one may see, while that changes. */
class FilteredWatchTest {
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static final AtomicInteger USERS = new AtomicInteger();
  private static final String WATCH =
      "/api/v1/configmaps?watch=true&timeoutSeconds=60&access.muster.dev/filter=true";
  private static final String EXPIRED = "ERROR 410 who may see what has changed since: list again";

  private static Grants grants;
  private String a = "";
  private String b = "";
  private String user = "";
  private Client client = SERVER.client();

  @BeforeAll
  static void connect() {
    grants = new Grants(SERVER.client());
  }

  /** A user of its own for each test, with two namespaces. */
  @BeforeEach
  void fill() {
    int number = USERS.incrementAndGet();
    user = "user" + number;
    a = "a" + number;
    b = "b" + number;
    for (String namespace : new String[] {a, b}) {
      grants.namespace(namespace);
      grants.role(namespace, "reader", "get,list,watch", "");
      grants.configMap(namespace, "one", "1");
    }
    client = SERVER.client().as(user);
  }

  @AfterEach
  void close() {
    client.close();
  }

  private Frames watch(String more) throws Exception {
    return Frames.of(client, WATCH + more);
  }

  @Test
  void aGrantAddsAndARevocationDeletes() throws Exception {
    grants.bind(a, "reader", user);
    try (Frames frames = watch("")) {
      assertThat(frames.words()).isEqualTo("ADDED " + a + "/one=1");
      grants.bind(b, "reader", user);
      assertThat(frames.words()).isEqualTo("ADDED " + b + "/one=1");
      grants.change(b, "one", "2");
      assertThat(frames.words()).isEqualTo("MODIFIED " + b + "/one=2");
      grants.unbind(b, "reader", user);
      assertThat(frames.words()).isEqualTo("DELETED " + b + "/one=2");
      grants.change(b, "one", "secret");
      grants.change(a, "one", "3");
      assertThat(frames.words()).isEqualTo("MODIFIED " + a + "/one=3");
    }
  }

  @Test
  void isNotRefusedToWhoMaySeeNothingYet() throws Exception {
    try (Frames frames =
        watch(
            "&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan")) {
      assertThat(frames.words()).isEqualTo("BOOKMARK");
      grants.bind(a, "reader", user);
      assertThat(frames.words()).isEqualTo("ADDED " + a + "/one=1");
      JsonNode bookmark = frames.next();
      assertThat(bookmark.path("type").asText()).isEqualTo("BOOKMARK");
    }
  }

  @Test
  void aDeletionByRevocationCarriesANewerVersionAndNothingNewer() throws Exception {
    grants.bind(a, "reader", user);
    try (Frames frames = watch("")) {
      long added = version(frames.next());
      grants.unbind(a, "reader", user);
      JsonNode deleted = frames.next();
      assertThat(deleted.path("type").asText()).isEqualTo("DELETED");
      assertThat(deleted.at("/object/data/value").asText()).isEqualTo("1");
      assertThat(version(deleted)).isGreaterThan(added);
    }
  }

  @Test
  void followsRolesAndNames() throws Exception {
    grants.configMap(a, "two", "1");
    grants.role(a, "named", "get", "two");
    grants.bind(a, "named", user);
    try (Frames frames = watch("")) {
      assertThat(frames.words()).isEqualTo("ADDED " + a + "/two=1");
      String role = Grants.RBAC + "/namespaces/" + a + "/roles/named";
      Grants.done(
          SERVER
              .client()
              .text(
                  "PATCH",
                  role,
                  "application/json-patch+json",
                  "[{\"op\":\"replace\",\"path\":\"/rules/0/resourceNames\",\"value\":[\"one\"]}]"));
      assertThat(frames.words()).isEqualTo("DELETED " + a + "/two=1");
      assertThat(frames.words()).isEqualTo("ADDED " + a + "/one=1");
      Grants.done(SERVER.client().delete(role));
      assertThat(frames.words()).isEqualTo("DELETED " + a + "/one=1");
    }
  }

  @Test
  void selectsAmongWhatIsSeen() throws Exception {
    grants.bind(a, "reader", user);
    try (Frames frames = watch("&labelSelector=value%3D1")) {
      assertThat(frames.words()).isEqualTo("ADDED " + a + "/one=1");
      grants.change(a, "one", "2");
      assertThat(frames.words()).isEqualTo("DELETED " + a + "/one=1");
      grants.bind(b, "reader", user);
      assertThat(frames.words()).isEqualTo("ADDED " + b + "/one=1");
      grants.unbind(a, "reader", user);
      grants.unbind(b, "reader", user);
      assertThat(frames.words()).isEqualTo("DELETED " + b + "/one=1");
    }
  }

  @Test
  void goesOnWhereItEndedIfRightsHaveLasted() throws Exception {
    grants.bind(a, "reader", user);
    long seen = version(client.get("/api/v1/configmaps?access.muster.dev/filter=true"));
    grants.change(a, "one", "2");
    grants.change(b, "one", "2");
    grants.bind(b, "reader", "somebody-else");
    try (Frames frames = watch("&resourceVersion=" + seen)) {
      assertThat(frames.words()).isEqualTo("MODIFIED " + a + "/one=2");
      grants.bind(b, "reader", user);
      assertThat(frames.words()).isEqualTo("ADDED " + b + "/one=2");
    }
  }

  /** Its rights are those of the moment before its answer begins: what comes then is a change. */
  @Test
  void followsEverythingThatIsGrantedOnceItHasBegun() throws Exception {
    for (int i = 0; i < 20; i++) {
      long seen = version(client.get("/api/v1/configmaps?access.muster.dev/filter=true"));
      try (Frames frames = watch("&resourceVersion=" + seen)) {
        grants.bind(a, "reader", user);
        assertThat(frames.words()).isEqualTo("ADDED " + a + "/one=1");
      }
      grants.unbind(a, "reader", user);
    }
  }

  /** What was written while it could not be seen is not shown to who sees again what is there. */
  @Test
  void isToldToListAgainIfRightsHaveNot() throws Exception {
    long before = grants.bind(a, "reader", user);
    grants.unbind(a, "reader", user);
    grants.change(a, "one", "secret");
    grants.change(a, "one", "published");
    try (Frames frames = watch("&resourceVersion=" + before)) {
      assertThat(frames.words()).isEqualTo(EXPIRED);
    }
    grants.bind(a, "reader", user);
    try (Frames frames = watch("&resourceVersion=" + before)) {
      assertThat(frames.words()).isEqualTo(EXPIRED);
    }
    try (Frames frames = watch("")) {
      assertThat(frames.words()).isEqualTo("ADDED " + a + "/one=published");
    }
  }

  @Test
  void ofARevisionNobodyKnowsIsToldToListAgain() throws Exception {
    try (Frames frames = watch("&resourceVersion=1")) {
      assertThat(frames.words()).startsWith("ERROR 410");
    }
    assertThat(client.get(WATCH + "&resourceVersion=99999999").status()).isEqualTo(504);
  }

  @Test
  void endsRightsThatWereWholeAtItsBeginning() throws Exception {
    grants.bind(a, "reader", user);
    String inNamespace = WATCH.replace("/api/v1/", "/api/v1/namespaces/" + a + "/");
    try (Frames frames = Frames.of(client, inNamespace)) {
      assertThat(frames.words()).isEqualTo("ADDED " + a + "/one=1");
      grants.unbind(a, "reader", user);
      assertThat(frames.words()).isEqualTo("DELETED " + a + "/one=1");
    }
  }

  @Test
  void anObjectThatWasMadeAnewIsDeletedAndAdded() throws Exception {
    grants.bind(a, "reader", user);
    try (Frames frames = watch("")) {
      assertThat(frames.words()).isEqualTo("ADDED " + a + "/one=1");
      grants.delete(a, "one");
      grants.configMap(a, "one", "2");
      assertThat(frames.words()).isEqualTo("DELETED " + a + "/one=1");
      assertThat(frames.words()).isEqualTo("ADDED " + a + "/one=2");
    }
  }

  private static long version(Answer list) {
    return list.json().at("/metadata/resourceVersion").asLong();
  }

  private static long version(JsonNode frame) {
    return frame.at("/object/metadata/resourceVersion").asLong();
  }
}
