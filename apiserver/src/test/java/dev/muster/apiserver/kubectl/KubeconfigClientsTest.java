package dev.muster.apiserver.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.testing.kubectl.Kubectl;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.kubernetes.client.openapi.apis.AuthenticationV1Api;
import io.kubernetes.client.openapi.models.V1SelfSubjectReview;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.time.Duration;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every client starts with every kubeconfig that is written here. */
@MostlyWaits
class KubeconfigClientsTest {
  private static RunningServer server;
  private static Path directory;

  @BeforeAll
  static void start(@TempDir Path temporary) throws IOException {
    directory = temporary;
    server = RunningServer.alone(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** The administrator's, and one for a user, as tests and {@code muster user add} make it. */
  private static Path kubeconfig(String user) throws IOException {
    return user.equals("kubernetes-admin")
        ? server.kubeconfig()
        : Files.writeString(
            directory.resolve(user), server.kubeconfigFor(user, List.of("system:masters")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kubernetes-admin", "alice"})
  void kubectl(String user) throws Exception {
    assertThat(Kubectl.on(kubeconfig(user), directory).run("auth", "whoami").ok()).contains(user);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kubernetes-admin", "alice"})
  void fabric8(String user) throws Exception {
    Config config = Config.fromKubeconfig(kubeconfig(user).toFile());
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      assertThat(client.namespaces().withName("default").get()).isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"kubernetes-admin", "alice"})
  void theOfficialJavaClient(String user) throws Exception {
    try (Reader text = Files.newBufferedReader(kubeconfig(user))) {
      var client = ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(text)).build();
      V1SelfSubjectReview review =
          new AuthenticationV1Api(client)
              .createSelfSubjectReview(new V1SelfSubjectReview())
              .execute();
      assertThat(review.getStatus().getUserInfo().getUsername()).isEqualTo(user);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"kubernetes-admin", "alice"})
  void ourOwnWhateverProvidersAreInstalled(String user) throws Exception {
    // the official client installs it
    Security.addProvider(new BouncyCastleProvider());
    try (RemoteServer remote = new RemoteServer(ClientConfig.read(kubeconfig(user)))) {
      assertThat(remote.send("/version", null, Duration.ofSeconds(30), 1 << 20).code())
          .isEqualTo(200);
    }
  }
}
