package dev.muster.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class AuditTest {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_SINGLE_QUOTES).build();

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{}                            | [1000]             | []",
        "{}                            | [1000, 50000]      | [50000]",
        "{'supplementalGroups': [4000]}| [1000, 4000, 50000, 7] | [7, 50000]",
        "{'fsGroup': 50000}            | [1000, 50000]      | []"
      })
  void groupsThatOnlyTheImageGave(String context, String groups, String expected) throws Exception {
    JsonNode pod =
        JSON.readTree(
            """
            {'spec': {'securityContext': %s},
             'status': {'containerStatuses': [
               {'name': 'c', 'state': {'running': {}}, 'user': {'linux': {'uid': 1, 'gid': 1000, 'supplementalGroups': %s}}},
               {'name': 'old', 'state': {'terminated': {}}, 'user': {'linux': {'supplementalGroups': [99]}}},
               {'name': 'mute', 'state': {'running': {}}}]}}
            """
                .formatted(context, groups));
    List<String> found = new ArrayList<>();
    ImageOnlyGroups.of(pod).forEach(one -> found.add(one.container() + one.groups()));
    assertThat(found).isEqualTo(expected.equals("[]") ? List.of() : List.of("c" + expected));
    assertThat(ImageOnlyGroups.silent(pod)).isEqualTo(1);
  }

  @Test
  void podsThatTodaysAdmissionWouldRefuse(@TempDir Path directory) throws Exception {
    ServerConfig config =
        ServerConfig.in(directory).onPort(0).with(Admission.without("ServiceAccount"));
    try (ApiServer server = ApiServer.start(config)) {
      String kubeconfig = "--kubeconfig=" + server.kubeconfig();
      String pod =
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: old}
          spec: {hostNetwork: true, containers: [{name: c, image: i}]}
          """;
      kubectl(pod, kubeconfig, "create", "-f", "-");
      assertThat(audit(0, "pods", kubeconfig))
          .isEqualTo("Every running pod would be admitted today.\n");
      kubectl(
          "",
          kubeconfig,
          "label",
          "namespace",
          "default",
          "pod-security.kubernetes.io/enforce=baseline");
      assertThat(audit(3, "pods", "-n", "default", kubeconfig))
          .contains("default     old   pods \"old-")
          .contains("violates PodSecurity \"baseline:latest\": host namespaces (hostNetwork=true)");
      assertThat(JSON.readTree(audit(3, "pods", "-o", "json", kubeconfig)).at("/0/pod").asText())
          .isEqualTo("old");
      assertThat(audit(0, "groups", kubeconfig))
          .isEqualTo("No running container has groups that came only from its image.\n");
      assertThat(audit(1, "pods", "-n", "nosuch", kubeconfig))
          .endsWith("namespaces \"nosuch\" not found");
    }
  }

  private static String audit(int code, String... arguments) {
    StringWriter out = new StringWriter();
    assertThat(
            new CommandLine(new AuditCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(new StringWriter()))
                .setExecutionExceptionHandler(
                    (problem, line, parsed) -> {
                      out.write(String.valueOf(problem.getMessage()));
                      return 1;
                    })
                .execute(arguments))
        .isEqualTo(code);
    return out.toString();
  }

  private static void kubectl(String input, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("kubectl"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
