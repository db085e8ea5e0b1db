package dev.muster.apiserver.exchanges;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Steps that are played one after the other in a namespace of their own. */
record Scenario(String name, String category, List<Step> steps) {
  private static final List<String> FILES =
      List.of(
          "exchanges.jsonl", "exchanges-workload.jsonl", "connects.jsonl", "exchanges-crd.jsonl");

  Scenario {
    steps = List.copyOf(steps);
  }

  /**
   * One request with its recorded answer.
   *
   * @param pause before it, for what others make of the steps before
   * @param keep names to which a long list was cut; empty when it was not
   */
  record Step(String name, JsonNode request, Duration pause, Set<String> keep, JsonNode answer) {
    String path() {
      return request.get("path").asText();
    }
  }

  /** Whether it has watches whose end it waits for. */
  boolean waits() {
    return steps.stream().anyMatch(step -> step.path().contains("timeoutSeconds="));
  }

  /** All recorded scenarios of a server alone, in their order. */
  static List<Scenario> recorded() throws IOException {
    return recorded(FILES);
  }

  /** Those of some files. */
  static List<Scenario> recorded(List<String> files) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Map<String, Scenario> all = new LinkedHashMap<>();
    Map<String, List<Step>> steps = new LinkedHashMap<>();
    for (String file : files) {
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(
                  Objects.requireNonNull(Scenario.class.getResourceAsStream("/exchanges/" + file)),
                  StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          JsonNode step = json.readTree(line);
          String name = step.get("scenario").asText();
          all.putIfAbsent(name, new Scenario(name, step.get("category").asText(), List.of()));
          steps.computeIfAbsent(name, n -> new ArrayList<>()).add(read(step));
        }
      }
    }
    return all.values().stream()
        .map(s -> new Scenario(s.name, s.category, steps.getOrDefault(s.name, List.of())))
        .toList();
  }

  private static Step read(JsonNode line) {
    Set<String> keep = new LinkedHashSet<>();
    line.path("keep").forEach(name -> keep.add(name.asText()));
    return new Step(
        line.get("step").asText(),
        line.get("request"),
        Duration.ofMillis(Math.round(1000 * line.path("wait").asDouble())),
        keep,
        line.get("answer"));
  }
}
