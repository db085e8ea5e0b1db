package dev.muster.apiserver.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;

/**
 * Rows of {@code METHOD | path | body | status | expected}. A body may begin with the type of a
 * patch: {@code merge}, {@code json}, {@code strategic}, {@code apply}; single quotes stand for
 * double ones. What is expected is the message of a Status, {@code /pointer=value} pairs that are
 * separated by {@code ;} ({@code >0} for any count), or {@code !} and a warning. {@code <token>} in
 * a path is the continue token of the row before.
 */
public final class AnswerTable {
  private static final Map<String, String> TYPES =
      Map.of(
          "merge", "application/merge-patch+json",
          "json", "application/json-patch+json",
          "strategic", "application/strategic-merge-patch+json",
          "apply", "application/apply-patch+yaml");

  private AnswerTable() {}

  public static void play(Client client, String rows) {
    SoftAssertions all = new SoftAssertions();
    Map<String, String> known = new HashMap<>();
    for (String row : rows.lines().filter(line -> !line.isBlank()).toList()) {
      String[] cells = row.strip().split(" *\\| *", 5);
      assertThat(cells).as("a row has five cells: %s", row).hasSize(5);
      Answer answer = ask(client, cells, known.getOrDefault("token", ""));
      all.assertThat(answer.status())
          .as("%s%n%s", row, answer.body())
          .isEqualTo(Integer.parseInt(cells[3]));
      all.assertThat(missing(answer, cells[4])).as("%s%n%s", row, answer.body()).isEmpty();
      if (answer.body().contains("\"continue\"")) {
        known.put("token", answer.at("/metadata/continue"));
      }
    }
    all.assertAll();
  }

  private static Answer ask(Client client, String[] cells, String token) {
    String path = cells[1].replace("<token>", token);
    if (cells[2].isEmpty()) {
      return client.send(cells[0], path, null, Map.of());
    }
    String[] words = cells[2].split(" ", 2);
    boolean patch = words.length == 2 && TYPES.containsKey(words[0]);
    String body = (patch ? words[1] : cells[2]).replace('\'', '"');
    return client.send(
        cells[0],
        path,
        body.getBytes(StandardCharsets.UTF_8),
        Map.of(
            "Content-Type",
            List.of(patch ? TYPES.getOrDefault(words[0], "") : "application/json")));
  }

  private static List<String> missing(Answer answer, String expected) {
    List<String> missing = new ArrayList<>();
    for (String one :
        expected.startsWith("/") ? expected.split(" *; *") : new String[] {expected}) {
      if (!holds(answer, one.strip())) {
        missing.add(one);
      }
    }
    return missing;
  }

  private static boolean holds(Answer answer, String expected) {
    if (expected.isEmpty()) {
      return true;
    }
    if (expected.startsWith("!")) {
      return answer.warnings().stream()
          .anyMatch(w -> w.replace("\\\"", "\"").contains(expected.substring(1)));
    }
    if (expected.startsWith("/") && expected.endsWith(">0")) {
      return answer.json().at(expected.substring(0, expected.length() - 2)).asLong() > 0;
    }
    if (expected.startsWith("/")) {
      String[] parts = expected.split("=", 2);
      JsonNode found = answer.json().at(parts[0]);
      String text =
          found.isMissingNode() ? "" : found.isTextual() ? found.textValue() : found.toString();
      return text.equals(parts[1].replace('\'', '"'));
    }
    return answer.contentType().startsWith("text/")
        ? answer.body().strip().equals(expected)
        : answer.at("/message").equals(expected);
  }
}
