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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
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
    environment.put("CNI_NETNS", member.namespace().toString());
    environment.put("CNI_IFNAME", "eth0");
    environment.put(
        "CNI_PATH", directories.stream().map(Path::toString).collect(Collectors.joining(":")));
    environment.put(
        "CNI_ARGS",
        "IgnoreUnknown=1;K8S_POD_NAMESPACE=%s;K8S_POD_NAME=%s;K8S_POD_INFRA_CONTAINER_ID=%s;K8S_POD_UID=%s"
            .formatted(member.podNamespace(), member.pod(), member.id(), member.uid()));
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
        }
        byte[] output = stdout.readNBytes(MOST_OUTPUT);
        int status = child.await();
        JsonNode result =
            output.length == 0
                ? CniNetwork.JSON.createObjectNode()
                : CniNetwork.JSON.readTree(output);
        if (status != 0) {
          throw Refused.failed(
              "network plugin \"%s\" failed: %s %s"
                  .formatted(type, result.path("msg").asText(), result.path("details").asText())
                  .strip());
        }
        return result;
      }
    }
  }

  private Path program(String type) throws Refused {
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
