package dev.muster.runtime.network;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.runtime.refusal.Refused;
import dev.muster.runtime.refusal.Refused.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs CNI plugins: a configuration on standard input, the result on standard output. */
final class CniPlugins {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._\\-]+");

  private final List<Path> directories;

  CniPlugins(List<Path> directories) {
    this.directories = List.copyOf(directories);
  }

  /**
   * @throws Refused if the plugin says so, or does not answer for longer than there is patience
   */
  JsonNode run(String command, PodNetwork.Member member, ObjectNode request, Patience patience)
      throws IOException, Refused {
    String type = request.path("type").asText();
    Map<String, String> environment = new HashMap<>();
    environment.put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    environment.put("CNI_COMMAND", command);
    environment.put("CNI_CONTAINERID", member.id());
    environment.put("CNI_NETNS", member.namespace());
    environment.put("CNI_IFNAME", "eth0");
    environment.put(
        "CNI_PATH", directories.stream().map(Path::toString).collect(Collectors.joining(":")));
    environment.put("CNI_ARGS", arguments(member));
    Path program = program(type);
    Path input = Files.createTempFile(member.kept().getParent(), "cni", ".json");
    try {
      Files.write(input, CniNetwork.JSON.writeValueAsBytes(request));
      PluginRun.Outcome outcome = PluginRun.of(program, environment, input, patience);
      if (outcome.status() != 0) {
        throw Refused.failed(failed(type, command) + problem(outcome));
      }
      // what one says after it took everything back is of no use to anybody
      return command.equals("DEL") || outcome.stdout().isEmpty()
          ? CniNetwork.JSON.createObjectNode()
          : CniNetwork.JSON.readTree(outcome.stdout());
    } catch (PluginRun.Killed killed) {
      throw new Refused(
          killed.late() ? Kind.TIMED_OUT : Kind.FAILED,
          failed(type, command) + killed.getMessage(),
          killed);
    } catch (JsonProcessingException e) {
      throw new Refused(Kind.FAILED, failed(type, command) + "its answer is not JSON", e);
    } finally {
      Files.delete(input);
    }
  }

  static String failed(String type, String command) {
    return "plugin type=\"%s\" failed (%s): ".formatted(type, command.toLowerCase(Locale.ROOT));
  }

  private static String arguments(PodNetwork.Member member) throws Refused {
    Map<String, String> arguments = new LinkedHashMap<>();
    arguments.put("IgnoreUnknown", "1");
    arguments.put("K8S_POD_NAMESPACE", member.podNamespace());
    arguments.put("K8S_POD_NAME", member.pod());
    arguments.put("K8S_POD_INFRA_CONTAINER_ID", member.id());
    arguments.put("K8S_POD_UID", member.uid());
    for (String each : arguments.values()) {
      if (each.indexOf(';') >= 0) {
        throw Refused.invalid("metadata: \"" + each + "\" cannot be told to network plugins");
      }
    }
    return arguments.entrySet().stream().map(Object::toString).collect(Collectors.joining(";"));
  }

  /** What a plugin says in the words of the specification, or in its own. */
  private static String problem(PluginRun.Outcome outcome) {
    try {
      JsonNode error = CniNetwork.JSON.readTree(outcome.stdout());
      String text = (error.path("msg").asText() + " " + error.path("details").asText()).strip();
      return text.isEmpty() ? plain(outcome) : text;
    } catch (IOException notJson) {
      return plain(outcome);
    }
  }

  private static String plain(PluginRun.Outcome outcome) {
    String text =
        Stream.of(outcome.stdout(), outcome.stderr())
            .filter(each -> !each.isEmpty())
            .collect(Collectors.joining("; "));
    return text.isEmpty() ? "exit code " + outcome.status() : text;
  }

  /** The program of a type of plugin. */
  Path program(String type) throws Refused {
    if (NAME.matcher(type).matches()) {
      for (Path each : directories) {
        Path program = each.resolve(type);
        if (Files.isExecutable(program)) {
          return program;
        }
      }
    }
    throw Refused.failed("network plugin \"" + type + "\" is not in " + directories);
  }
}
