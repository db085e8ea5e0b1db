package dev.muster.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.model.codec.Trees;
import dev.muster.views.AdmissionregistrationV1.MutatingWebhookConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** Keeps {@code caBundle} in the webhook's own configurations up to date. */
final class Authorities {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int LONGEST = 4 << 20;
  private static final List<String> KINDS =
      List.of("mutatingwebhookconfigurations", "validatingwebhookconfigurations");

  private final RemoteServer server;
  private final String configuration;

  Authorities(RemoteServer server, String configuration) {
    this.server = server;
    this.configuration = configuration;
  }

  /** A configuration that is not there is left alone; other webhooks in it are too. */
  void publish(String pem) throws IOException, InterruptedException {
    if (configuration.isEmpty()) {
      return;
    }
    String bundle = Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    for (String kind : KINDS) {
      String path = "/apis/admissionregistration.k8s.io/v1/" + kind + "/" + configuration;
      RemoteServer.Answer found = server.send(path, null, TIMEOUT, LONGEST);
      if (found.code() == 200) {
        JsonNode configured = Trees.parse(found.body().getBytes(StandardCharsets.UTF_8));
        update(path, MutatingWebhookConfiguration.of(configured), bundle);
      } else if (found.code() != 404) {
        throw new IOException("get " + path + ": HTTP " + found.code());
      }
    }
  }

  /** A configuration of either kind; what is read of it both have. */
  private void update(String path, MutatingWebhookConfiguration configured, String bundle)
      throws IOException, InterruptedException {
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    patch
        .addObject()
        .put("op", "test")
        .put("path", "/metadata/resourceVersion")
        .put("value", configured.metadata().resourceVersion().text());
    for (int i = 0; i < configured.webhooks().size(); i++) {
      String current = configured.webhooks().get(i).clientConfig().caBundle().text();
      if (!current.equals(bundle)) {
        patch
            .addObject()
            .put("op", "add")
            .put("path", "/webhooks/" + i + "/clientConfig/caBundle")
            .put("value", bundle);
      }
    }
    if (patch.size() > 1) {
      RemoteServer.Answer answer =
          server.patch(path, patch.toString().getBytes(StandardCharsets.UTF_8), TIMEOUT, LONGEST);
      if (answer.code() != 200) {
        throw new IOException("patch " + path + ": HTTP " + answer.code());
      }
    }
  }
}
