package dev.muster.apiserver.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.ServerOfTheClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Objects, grants and revocations are written by several at once while others list and watch. What
 * they were shown is compared with what they saw at that revision, object by object.
 */
class FilteredHistoryTest {
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static final List<String> NAMESPACES = List.of("h1", "h1-x", "h2", "open");
  private static final List<String> NAMES = List.of("one", "two", "three");
  private static final String FILTERED = "/api/v1/configmaps?access.muster.dev/filter=true";
  private static final int WRITES = 120;
  private static final String USER = "ann";

  private static Grants grants;
  private static long start;

  @BeforeAll
  static void fill() {
    grants = new Grants(SERVER.client());
    NAMESPACES.forEach(grants::namespace);
    start =
        SERVER.client().get("/api/v1/configmaps").json().at("/metadata/resourceVersion").asLong();
    grants.role("open", "reader", "list,watch", "");
    grants.bind("open", "reader", USER);
    for (String namespace : NAMESPACES.subList(0, 3)) {
      grants.role(namespace, "reader", "list,watch", "");
      NAMES.forEach(name -> grants.role(namespace, name, "get", name));
    }
  }

  /** One thing at random; what cannot be done is left out. */
  private static void write(Client admin, Random random) {
    String namespace = NAMESPACES.get(random.nextInt(3));
    String name = NAMES.get(random.nextInt(3));
    String objects = "/api/v1/namespaces/" + namespace + "/configmaps";
    String bindings = Grants.RBAC + "/namespaces/" + namespace + "/rolebindings";
    String role = random.nextBoolean() ? "reader" : name;
    int value = random.nextInt(1000);
    Answer answer =
        switch (random.nextInt(10)) {
          case 0, 1, 2 ->
              admin.json("POST", objects, "{\"metadata\":{\"name\":\"%s\"}}".formatted(name));
          case 3, 4, 5 ->
              admin.text(
                  "PATCH",
                  objects + "/" + name,
                  "application/merge-patch+json",
                  "{\"data\":{\"v\":\"%d\"}}".formatted(value));
          case 6 -> admin.delete(objects + "/" + name);
          case 7, 8 ->
              admin.json(
                  "POST",
                  bindings,
                  """
                  {"metadata":{"name":"%1$s"},"roleRef":{"kind":"Role","name":"%1$s"},
                   "subjects":[{"kind":"User","name":"%2$s"}]}
                  """
                      .formatted(role, USER));
          default -> admin.delete(bindings + "/" + role);
        };
    assertThat(answer.status()).isIn(200, 201, 404, 409);
  }

  /** What a list showed at a revision. */
  private record Shown(long revision, Map<String, String> objects) {}

  private static Shown list(Client client, int limit) {
    Map<String, String> objects = new TreeMap<>();
    String token = "";
    long revision;
    do {
      Answer page = client.get(FILTERED + "&limit=" + limit + "&continue=" + token);
      assertThat(page.status()).as(page.body()).isEqualTo(200);
      page.json().path("items").forEach(item -> objects.put(SeenHistory.key(item), version(item)));
      revision = page.json().at("/metadata/resourceVersion").asLong();
      token = page.at("/metadata/continue");
    } while (!token.isEmpty());
    return new Shown(revision, objects);
  }

  private static String version(JsonNode object) {
    return object.at("/metadata/resourceVersion").asText();
  }

  @Test
  void whatIsShownIsWhatIsSeen() throws Exception {
    List<Shown> lists = new ArrayList<>();
    List<JsonNode> frames = new ArrayList<>();
    AtomicBoolean done = new AtomicBoolean();
    String path = FILTERED + "&watch=true&allowWatchBookmarks=true&timeoutSeconds=120";
    try (Client client = SERVER.client().as(USER);
        Frames watch = Frames.of(client, path);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Random random = new Random(i);
        writers.add(
            threads.submit(
                () -> {
                  for (int n = 0; n < WRITES; n++) {
                    write(SERVER.client(), random);
                  }
                }));
      }
      Future<?> lister =
          threads.submit(
              () -> {
                while (!done.get()) {
                  lists.add(list(client, 0));
                }
              });
      Future<?> watcher =
          threads.submit(
              () -> {
                do {
                  frames.add(watch.next());
                } while (!SeenHistory.key(frames.getLast().path("object")).equals("open/end"));
              });
      for (Future<?> writer : writers) {
        writer.get();
      }
      done.set(true);
      lister.get();
      lists.add(list(client, 1));
      grants.configMap("open", "end", "x");
      watcher.get();
    }
    SeenHistory history = SeenHistory.after(start, SERVER.client());
    assertThat(lists).isNotEmpty();
    for (Shown shown : lists) {
      assertThat(shown.objects())
          .as("revision " + shown.revision())
          .isEqualTo(history.seenBy(USER, shown.revision()));
    }
    compare(frames, history);
  }

  /** Folded, the frames are what is seen at each bookmark and in the end. */
  private static void compare(List<JsonNode> frames, SeenHistory history) {
    Map<String, String> folded = new TreeMap<>();
    int bookmarks = 0;
    for (JsonNode frame : frames) {
      JsonNode object = frame.path("object");
      String key = SeenHistory.key(object);
      String version = version(object);
      switch (frame.path("type").asText()) {
        case "ADDED" -> assertThat(folded.put(key, version)).as("added twice: " + frame).isNull();
        case "MODIFIED" -> assertThat(folded.put(key, version)).as(frame.toString()).isNotNull();
        case "DELETED" -> {
          String had = folded.remove(key);
          assertThat(had).as("not there: " + frame).isNotNull();
          assertThat(Long.parseLong(version)).isGreaterThan(Long.parseLong(had));
        }
        default -> {
          assertThat(frame.path("type").asText()).isEqualTo("BOOKMARK");
          bookmarks++;
          assertThat(folded)
              .as("at " + version)
              .isEqualTo(history.seenBy(USER, Long.parseLong(version)));
        }
      }
      if (folded.containsKey(key)) {
        assertThat(history.everSeen(USER, key, Long.parseLong(version)))
            .as(frame.toString())
            .isTrue();
      }
    }
    String last = version(frames.getLast().path("object"));
    assertThat(folded).isEqualTo(history.seenBy(USER, Long.parseLong(last)));
    assertThat(bookmarks).isPositive();
  }
}
