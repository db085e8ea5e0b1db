package dev.muster.node.containers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.AuthConfig;
import dev.muster.views.CoreV1.LocalObjectReference;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Who a pod is to registries: from the secrets that it names. */
record PullSecrets(ConfigSource configs) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** All credentials that fit the image's registry; none for a registry that needs none. */
  List<AuthConfig> of(Pod pod, String image) throws IOException {
    List<AuthConfig> all = new ArrayList<>();
    for (LocalObjectReference reference : pod.spec().imagePullSecrets()) {
      Optional<ObjectNode> secret = configs.secret(pod.namespace(), reference.name().text());
      if (secret.isPresent()) {
        auths(secret.get())
            .properties()
            .forEach(
                entry -> {
                  if (fits(entry.getKey(), image)) {
                    all.add(auth(entry.getValue()));
                  }
                });
      }
    }
    return all;
  }

  private static JsonNode auths(ObjectNode secret) {
    JsonNode data = secret.path("data");
    try {
      if (data.has(".dockerconfigjson")) {
        return JSON.readTree(Base64.getDecoder().decode(data.path(".dockerconfigjson").asText()))
            .path("auths");
      }
      if (data.has(".dockercfg")) {
        return JSON.readTree(Base64.getDecoder().decode(data.path(".dockercfg").asText()));
      }
    } catch (IOException | IllegalArgumentException e) {
      // a secret that cannot be read is as good as none: the pull will tell
      return JSON.missingNode();
    }
    return JSON.missingNode();
  }

  private static boolean fits(String registry, String image) {
    String host = registry.replaceFirst("^https?://", "").replaceFirst("/.*$", "");
    String first = image.contains("/") ? image.substring(0, image.indexOf('/')) : "";
    boolean named = first.contains(".") || first.contains(":") || first.equals("localhost");
    String of = named ? first : "index.docker.io";
    return host.equals(of) || (host.equals("docker.io") && of.equals("index.docker.io"));
  }

  private static AuthConfig auth(JsonNode entry) {
    String user = entry.path("username").asText();
    String password = entry.path("password").asText();
    if (user.isEmpty() && entry.has("auth")) {
      String both =
          new String(
              Base64.getMimeDecoder().decode(entry.path("auth").asText()), StandardCharsets.UTF_8);
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
