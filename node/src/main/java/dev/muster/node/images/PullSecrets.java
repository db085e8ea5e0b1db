package dev.muster.node.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.cri.v1.AuthConfig;
import dev.muster.node.containers.ConfigSource;
import dev.muster.views.CoreV1.LocalObjectReference;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Who a pod is to registries: from the secrets that it names. */
record PullSecrets(ConfigSource configs) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** All credentials that fit the image, the more specific first; none if none is needed. */
  List<PullCredential> of(Pod pod, ImageName image) throws IOException {
    Map<RegistryKey, List<PullCredential>> all =
        new TreeMap<>(Comparator.comparing(RegistryKey::text).reversed());
    for (LocalObjectReference reference : pod.spec().imagePullSecrets()) {
      String name = reference.name().text();
      configs.secret(pod.namespace(), name).map(Secret::of).ifPresent(secret -> add(secret, all));
    }
    List<PullCredential> fitting = new ArrayList<>();
    all.forEach(
        (key, credentials) -> {
          if (key.matches(image)) {
            fitting.addAll(credentials);
          }
        });
    if (fitting.isEmpty() && image.repository().startsWith("docker.io/")) {
      all.forEach(
          (key, credentials) -> {
            if (key.isDockerHub()) {
              fitting.addAll(credentials);
            }
          });
    }
    return fitting;
  }

  private static void add(Secret secret, Map<RegistryKey, List<PullCredential>> all) {
    for (Map.Entry<String, JsonNode> entry : auths(secret).properties()) {
      Optional<RegistryKey> key = RegistryKey.parse(entry.getKey());
      if (key.isPresent()) {
        all.computeIfAbsent(key.get(), same -> new ArrayList<>())
            .add(
                PullCredential.of(
                    secret.metadata().uid().text(),
                    secret.metadata().namespace().text(),
                    secret.metadata().name().text(),
                    auth(entry.getValue()),
                    entry.getValue().path("email").asText()));
      }
    }
  }

  private static JsonNode auths(Secret secret) {
    JsonNode data = secret.data().node();
    try {
      return switch (secret.type().text()) {
        case "kubernetes.io/dockerconfigjson" ->
            decoded(data.path(".dockerconfigjson")).path("auths");
        case "kubernetes.io/dockercfg" -> decoded(data.path(".dockercfg"));
        default -> JSON.missingNode();
      };
    } catch (IOException | IllegalArgumentException e) {
      // a secret that cannot be read is as good as none: the pull will tell
      return JSON.missingNode();
    }
  }

  private static JsonNode decoded(JsonNode value) throws IOException {
    return JSON.readTree(Base64.getDecoder().decode(value.asText()));
  }

  /** What stands encoded counts, if there is both. */
  private static AuthConfig auth(JsonNode entry) {
    String user = entry.path("username").asText();
    String password = entry.path("password").asText();
    String encoded = entry.path("auth").asText();
    if (!encoded.isEmpty()) {
      String both = new String(Base64.getMimeDecoder().decode(encoded), StandardCharsets.UTF_8);
      int colon = both.indexOf(':');
      user = colon < 0 ? both : both.substring(0, colon);
      password = colon < 0 ? "" : both.substring(colon + 1);
    }
    return AuthConfig.newBuilder()
        .setUsername(user)
        .setPassword(password)
        .setIdentityToken(entry.path("identitytoken").asText())
        .build();
  }
}
