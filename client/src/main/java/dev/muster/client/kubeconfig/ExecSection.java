package dev.muster.client.kubeconfig;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads which program a user's credentials come from. */
final class ExecSection {
  private static final Set<String> FIELDS =
      Set.of(
          "apiVersion",
          "command",
          "args",
          "env",
          "installHint",
          "provideClusterInfo",
          "interactiveMode");
  private static final List<String> VERSIONS =
      List.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");
  private static final String NEVER = "Never";
  private static final Set<String> MODES = Set.of(NEVER, "IfAvailable", "Always");

  /** What a plugin is told of a cluster, under the same names. */
  private static final List<String> CLUSTER =
      List.of(
          "server",
          "tls-server-name",
          "insecure-skip-tls-verify",
          "certificate-authority-data",
          "proxy-url");

  private ExecSection() {}

  /** The program, if the section names one and nothing is wrong with that. */
  static Optional<ExecPlugin> read(Section exec, Section cluster, Path kubeconfig) {
    exec.onlyHas(FIELDS, Set.of());
    String command = exec.text("command");
    if (command.isEmpty()) {
      exec.problem("command", "must be specified to use exec authentication plugin");
    }
    String version = exec.text("apiVersion");
    if (!VERSIONS.contains(version)) {
      exec.problem("apiVersion", "must be " + String.join(" or ", VERSIONS));
    }
    String mode = exec.text("interactiveMode");
    if (mode.isEmpty() && version.endsWith("/v1")) {
      exec.problem("interactiveMode", "must be specified to use exec authentication plugin");
    } else if (!mode.isEmpty() && !MODES.contains(mode)) {
      exec.problem("interactiveMode", "must be one of Always, IfAvailable, Never");
    }
    List<String> words = new ArrayList<>();
    words.add(ExecPlugin.program(command, kubeconfig));
    words.addAll(texts(exec, "args"));
    Map<String, String> environment = environment(exec);
    ObjectNode told =
        exec.flag("provideClusterInfo") ? told(cluster) : JsonNodeFactory.instance.objectNode();
    if (!exec.problems().isEmpty()) {
      return Optional.empty();
    }
    boolean interactive = !mode.equals(NEVER) && StandardInput.isTerminal();
    return Optional.of(
        new ExecPlugin(version, words, environment, told, interactive, exec.text("installHint")));
  }

  private static List<String> texts(Section exec, String field) {
    List<String> texts = new ArrayList<>();
    for (JsonNode value : exec.map().path(field)) {
      if (!value.isTextual()) {
        exec.problem(field, "must be a list of strings");
      }
      texts.add(value.asText());
    }
    return texts;
  }

  private static Map<String, String> environment(Section exec) {
    Map<String, String> environment = new LinkedHashMap<>();
    for (JsonNode variable : exec.map().path("env")) {
      String name = variable.path("name").asText();
      if (name.isEmpty() || name.contains("=") || name.indexOf('\0') >= 0) {
        exec.problem("env", "every variable must have a name");
      } else {
        environment.put(name, variable.path("value").asText());
      }
    }
    return environment;
  }

  private static ObjectNode told(Section cluster) {
    ObjectNode told = JsonNodeFactory.instance.objectNode();
    for (String field : CLUSTER) {
      if (cluster.map().has(field)) {
        told.set(field, cluster.map().get(field));
      }
    }
    for (JsonNode extension : cluster.map().path("extensions")) {
      if (extension.path("name").asText().equals("client.authentication.k8s.io/exec")) {
        told.set("config", extension.path("extension"));
      }
    }
    return told;
  }
}
