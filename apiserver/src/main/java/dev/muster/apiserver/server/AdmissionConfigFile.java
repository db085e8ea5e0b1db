package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import dev.muster.client.kubeconfig.KubeconfigUsers;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads {@code --admission-control-config-file}: an AdmissionConfiguration, in YAML or JSON. The
 * plugins that have something to configure here are the two that call webhooks, each with a
 * kubeconfig that says who to be for which server.
 */
final class AdmissionConfigFile {
  private static final long LIMIT = 1 << 20;
  private static final Set<String> PLUGINS =
      Set.of("MutatingAdmissionWebhook", "ValidatingAdmissionWebhook");
  private static final Map<String, String> KINDS =
      Map.of(
          "apiserver.config.k8s.io/v1", "WebhookAdmissionConfiguration",
          "apiserver.config.k8s.io/v1alpha1", "WebhookAdmission");

  private final Path file;
  private final Map<String, KubeconfigUsers> users = new LinkedHashMap<>();

  private AdmissionConfigFile(Path file) {
    this.file = file.toAbsolutePath();
  }

  /**
   * The users by plugin.
   *
   * @throws IllegalArgumentException with what is wrong with the file
   */
  static Map<String, KubeconfigUsers> read(Path file) {
    AdmissionConfigFile reading = new AdmissionConfigFile(file);
    reading.configuration(tree(reading.file));
    return Map.copyOf(reading.users);
  }

  private static JsonNode tree(Path file) {
    try {
      if (Files.size(file) > LIMIT) {
        throw new IllegalArgumentException(file + ": is larger than 1 MiB");
      }
      return Yaml.toTree(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "unable to read admission control configuration from " + GoText.quote(file.toString()),
          e);
    } catch (DecodeException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  private void configuration(JsonNode tree) {
    if (!tree.path("apiVersion").asText().equals("apiserver.config.k8s.io/v1")
        || !tree.path("kind").asText().equals("AdmissionConfiguration")) {
      throw problem(
          "is not an AdmissionConfiguration of apiserver.config.k8s.io/v1: check its apiVersion and"
              + " kind");
    }
    only(tree, "", Set.of("apiVersion", "kind", "plugins"));
    for (int i = 0; i < tree.path("plugins").size(); i++) {
      plugin(tree.path("plugins").path(i), "plugins[" + i + "]");
    }
  }

  private void plugin(JsonNode plugin, String at) {
    only(plugin, at + ".", Set.of("name", "path", "configuration"));
    String name = plugin.path("name").asText();
    if (!PLUGINS.contains(name)) {
      throw problem(
          at
              + ".name: "
              + GoText.quote(name)
              + " has no configuration here: only MutatingAdmissionWebhook and"
              + " ValidatingAdmissionWebhook have");
    }
    JsonNode own = plugin.path("configuration");
    if (!own.isObject() && plugin.path("path").isTextual()) {
      own = tree(file.resolveSibling(plugin.path("path").textValue()));
    }
    if (!own.path("kind").asText().equals(KINDS.get(own.path("apiVersion").asText()))) {
      throw problem(
          at
              + ".configuration: is not a WebhookAdmissionConfiguration of"
              + " apiserver.config.k8s.io/v1: check its apiVersion and kind");
    }
    only(own, at + ".configuration.", Set.of("apiVersion", "kind", "kubeConfigFile"));
    String kubeconfig = own.path("kubeConfigFile").asText();
    if (!kubeconfig.startsWith("/")) {
      throw problem(
          "kubeConfigFile: Invalid value: "
              + GoText.quote(kubeconfig)
              + ": must be an absolute file path");
    }
    users.put(name, KubeconfigUsers.read(Path.of(kubeconfig)));
  }

  private void only(JsonNode map, String at, Set<String> known) {
    map.fieldNames()
        .forEachRemaining(
            field -> {
              if (!known.contains(field)) {
                throw problem(at + field + ": unknown field");
              }
            });
  }

  private IllegalArgumentException problem(String what) {
    return new IllegalArgumentException(file + ": " + what);
  }
}
