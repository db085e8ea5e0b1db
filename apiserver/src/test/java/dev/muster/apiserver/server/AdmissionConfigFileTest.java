package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.client.kubeconfig.KubeconfigUsers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --admission-control-config-file}. */
class AdmissionConfigFileTest {
  private static final String HEAD =
      "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n";
  private static final String HOOKS =
      "{apiVersion: apiserver.config.k8s.io/v1, kind: WebhookAdmissionConfiguration, kubeConfigFile: %s}";

  @TempDir Path directory;

  @BeforeEach
  void users() throws IOException {
    Files.writeString(
        directory.resolve("users"),
        "{apiVersion: v1, kind: Config, users: [{name: '*', user: {token: t}}]}");
  }

  private Map<String, KubeconfigUsers> read(String text) throws IOException {
    Path file = directory.resolve("admission.yaml");
    Files.writeString(file, text.replace("DIR", directory.toString()));
    return AdmissionConfigFile.read(file);
  }

  @Test
  void inTheFileOrInAnotherOne() throws IOException {
    Files.writeString(directory.resolve("hooks.yaml"), HOOKS.formatted(directory.resolve("users")));
    Map<String, KubeconfigUsers> read =
        read(
            HEAD
                + "plugins: [{name: MutatingAdmissionWebhook, configuration: "
                + HOOKS.formatted("DIR/users")
                + "}, {name: ValidatingAdmissionWebhook, path: hooks.yaml}]");
    assertThat(read).hasSize(2);
    for (KubeconfigUsers users : read.values()) {
      assertThat(users.forServer("x", 1).credential().header()).contains("Bearer t");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "kind: Other | is not an AdmissionConfiguration of apiserver.config.k8s.io/v1",
        "HEAD plugin: [] | plugin: unknown field",
        "HEAD plugins: [{name: PodSecurity}] | plugins[0].name: \"PodSecurity\" has no configuration here",
        "HEAD plugins: [{name: MutatingAdmissionWebhook}] | plugins[0].configuration: is not a WebhookAdmissionConfiguration",
        "HEAD plugins: [{name: MutatingAdmissionWebhook, configuration: HOOKS}] | kubeConfigFile: Invalid value: \"users\": must be an absolute file path",
        "HEAD plugins: [{name: MutatingAdmissionWebhook, path: none}] | unable to read admission control configuration from"
      })
  void whatIsWrongIsTold(String text, String problem) {
    assertThatThrownBy(
            () -> read(text.replace("HEAD ", HEAD).replace("HOOKS", HOOKS.formatted("users"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem);
  }
}
