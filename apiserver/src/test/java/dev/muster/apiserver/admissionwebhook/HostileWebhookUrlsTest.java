package dev.muster.apiserver.admissionwebhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.admission.webhook.WebhookClient.CallException;
import dev.muster.admission.webhook.WebhookClient.Endpoint;
import dev.muster.client.kubeconfig.KubeconfigUsers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a webhook's configuration names, and what the server then sends. */
@Timeout(60)
class HostileWebhookUrlsTest {
  private final List<Integer> seen = new CopyOnWriteArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private ServerSocket recorder;

  @BeforeEach
  void listen() throws IOException {
    recorder = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(
            () -> {
              while (!recorder.isClosed()) {
                try (Socket socket = recorder.accept()) {
                  seen.add(socket.getInputStream().read());
                } catch (IOException e) {
                  // the next one, if there is one
                }
              }
            });
  }

  @AfterEach
  void close() throws IOException {
    recorder.close();
  }

  /** One service, which is elsewhere. */
  private static Cluster naming(String externalName) {
    ObjectNode service = JsonNodeFactory.instance.objectNode();
    service.putObject("spec").put("type", "ExternalName").put("externalName", externalName);
    return new Cluster() {
      @Override
      public Optional<ObjectNode> get(String version, String kind, String namespace, String name) {
        return kind.equals("Service") ? Optional.of(service) : Optional.empty();
      }

      @Override
      public List<ObjectNode> list(String version, String kind, String namespace) {
        return List.of();
      }
    };
  }

  private static void refused(HttpWebhooks webhooks, Endpoint endpoint) {
    assertThatExceptionOfType(CallException.class)
        .isThrownBy(() -> webhooks.post(endpoint, "{}".getBytes(UTF_8), Duration.ofSeconds(10)));
  }

  private String filled(String text) {
    return text.replace("HERE", "127.0.0.1:" + recorder.getLocalPort());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://HERE/x HTTP/1.1\r\nX: y\r\n\r\n",
        "https://HERE/\r\nX: y",
        "https://HERE/\u0000",
        "https://HERE\r\nX: y/",
        "https://HERE /",
        "https://",
        "https:///x",
        "file:///etc/passwd"
      })
  void aUrlThatIsNoneIsNotSent(String url) {
    try (HttpWebhooks webhooks = new HttpWebhooks(naming("localhost"), KubeconfigUsers.NONE)) {
      refused(webhooks, new Endpoint(filled(url), "", "", 0, "", ""));
    }
    assertThat(seen).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/x HTTP/1.1\r\nX: y\r\n\r\n", "/\r\nX: y", "/\u0000", "/a b"})
  void aServicesPathThatIsNoneIsNotSent(String path) {
    try (HttpWebhooks webhooks = new HttpWebhooks(naming("127.0.0.1"), KubeconfigUsers.NONE)) {
      refused(webhooks, new Endpoint("", "ns", "svc", recorder.getLocalPort(), path, ""));
    }
    assertThat(seen).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1\r\nX: y", "127.0.0.1/x?", "a b", "x@"})
  void aServicesNameElsewhereThatIsNoneIsNotSent(String externalName) {
    try (HttpWebhooks webhooks = new HttpWebhooks(naming(externalName), KubeconfigUsers.NONE)) {
      refused(webhooks, new Endpoint("", "ns", "svc", recorder.getLocalPort(), "/", ""));
    }
    assertThat(seen).isEmpty();
  }
}
