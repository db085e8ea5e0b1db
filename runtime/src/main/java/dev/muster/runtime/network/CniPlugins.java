package dev.muster.runtime.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.linux.Child;
import dev.muster.linux.Pipe;
import dev.muster.linux.Spawn;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Runs CNI plugins: a configuration on standard input, the result on standard output. */
final class CniPlugins {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._\\-]+");
  private static final int MOST_OUTPUT = 1024 * 1024;

  private final List<Path> directories;

  CniPlugins(List<Path> directories) {
    this.directories = List.copyOf(directories);
  }

  JsonNode run(String command, PodNetwork.Member member, ObjectNode request)
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
    try (Pipe in = Pipe.open();
        Pipe out = Pipe.open()) {
      Child child =
          Spawn.start(
              List.of(program(type).toString()),
              environment,
              Arrays.asList(in.reading(), out.writing(), null));
      try (InputStream stdout = out.input()) {
        try (OutputStream stdin = in.output()) {
          in.release();
          out.release();
          stdin.write(CniNetwork.JSON.writeValueAsBytes(request));
        } catch (IOException unread) {
          // a plugin that fails may not have read it: what it says counts
        }
        byte[] output = stdout.readNBytes(MOST_OUTPUT);
        int status = child.await();
        if (status != 0) {
          throw Refused.failed("network plugin \"" + type + "\" failed: " + problem(output));
        }
        return output.length == 0
            ? CniNetwork.JSON.createObjectNode()
            : CniNetwork.JSON.readTree(output);
      }
    }
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
  private static String problem(byte[] output) {
    try {
      JsonNode error = CniNetwork.JSON.readTree(output);
      return (error.path("msg").asText() + " " + error.path("details").asText()).strip();
    } catch (IOException plain) {
      return new String(output, StandardCharsets.UTF_8).strip();
    }
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
