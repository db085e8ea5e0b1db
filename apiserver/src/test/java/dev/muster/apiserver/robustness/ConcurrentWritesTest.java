package dev.muster.apiserver.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.ServerOfTheClass;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many clients that want the same object at the same time. */
class ConcurrentWritesTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final int CLIENTS = 16;

  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static Client client;

  @BeforeAll
  static void fill() {
    client = SERVER.client();
  }

  private static String named(String name) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"}}"
        .formatted(name);
  }

  private static List<Answer> together(List<Callable<Answer>> requests) throws Exception {
    List<Answer> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Answer> answer : threads.invokeAll(requests)) {
        answers.add(answer.get());
      }
    }
    return answers;
  }

  private static List<Answer> together(Callable<Answer> request) throws Exception {
    return together(IntStream.range(0, CLIENTS).mapToObj(i -> request).toList());
  }

  @Test
  void oneOfManyCreatesWins() throws Exception {
    List<Answer> answers = together(() -> client.json("POST", CONFIG_MAPS, named("created")));
    assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 201)
        .allSatisfy(
            answer -> {
              assertThat(answer.status()).isEqualTo(409);
              assertThat(answer.at("/reason")).isEqualTo("AlreadyExists");
            });
  }

  @Test
  void oneOfManyDeletesWins() throws Exception {
    client.json("POST", CONFIG_MAPS, named("deleted"));
    List<Answer> answers = together(() -> client.delete(CONFIG_MAPS + "/deleted"));
    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(404));
  }

  @Test
  void oneOfManyUpdatesOfTheSameVersionWins() throws Exception {
    Answer created = client.json("POST", CONFIG_MAPS, named("updated"));
    List<Callable<Answer>> updates = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      String body = created.body().replaceFirst("}$", ",\"data\":{\"by\":\"" + i + "\"}}");
      updates.add(() -> client.json("PUT", CONFIG_MAPS + "/updated", body));
    }
    List<Answer> answers = together(updates);
    assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
    assertThat(answers)
        .filteredOn(answer -> answer.status() != 200)
        .allSatisfy(
            answer -> {
              assertThat(answer.status()).isEqualTo(409);
              assertThat(answer.at("/reason")).isEqualTo("Conflict");
            });
  }

  @Test
  void patchesOfDifferentKeysAllHold() throws Exception {
    client.json("POST", CONFIG_MAPS, named("patched"));
    List<Callable<Answer>> patches = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      String body = "{\"data\":{\"k" + i + "\":\"v\"}}";
      patches.add(
          () ->
              client.text("PATCH", CONFIG_MAPS + "/patched", "application/merge-patch+json", body));
    }
    assertThat(together(patches)).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    assertThat(client.get(CONFIG_MAPS + "/patched").json().get("data")).hasSize(CLIENTS);
  }
}
