package dev.muster.admission.accounts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The secrets that an account lets its pods use, for accounts that insist on it. */
final class SecretLimits {
  private static final String BECAUSE = "is not allowed because service account ";

  private final String account;
  private final Set<String> mountable;
  private final Set<String> pullable;

  SecretLimits(JsonNode account) {
    this.account = account.path("metadata").path("name").asText();
    this.mountable = names(account.path("secrets"));
    this.pullable = names(account.path("imagePullSecrets"));
  }

  private static Set<String> names(JsonNode references) {
    Set<String> names = new HashSet<>();
    references.forEach(r -> names.add(r.path("name").asText()));
    return names;
  }

  /** What a new pod uses but may not. */
  Optional<String> fault(At spec) {
    for (At volume : spec.get("volumes").each()) {
      At secret = volume.get("secret");
      if (secret.present() && !mountable.contains(secret.text("secretName"))) {
        return Optional.of(unreferenced("volume with", secret.text("secretName")));
      }
    }
    return containers(spec.get("initContainers"), "init container ")
        .or(() -> containers(spec.get("containers"), "container "))
        .or(() -> pulls(spec.get("imagePullSecrets")));
  }

  /** What ephemeral containers use but may not. */
  Optional<String> faultOfEphemeral(At spec) {
    return containers(spec.get("ephemeralContainers"), "ephemeral container ");
  }

  private Optional<String> containers(At containers, String kind) {
    for (At container : containers.each()) {
      String who = kind + container.text("name") + " with ";
      for (At variable : container.get("env").each()) {
        At secret = variable.get("valueFrom", "secretKeyRef");
        if (secret.present() && !mountable.contains(secret.text("name"))) {
          return Optional.of(
              unreferenced(
                  who + "envVar " + variable.text("name") + " referencing", secret.text("name")));
        }
      }
      for (At source : container.get("envFrom").each()) {
        At secret = source.get("secretRef");
        if (secret.present() && !mountable.contains(secret.text("name"))) {
          return Optional.of(unreferenced(who + "envFrom referencing", secret.text("name")));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> pulls(At references) {
    int i = 0;
    for (At reference : references.each()) {
      if (!pullable.contains(reference.text("name"))) {
        return Optional.of(
            "imagePullSecrets["
                + i
                + "].name=\""
                + reference.text("name")
                + "\" "
                + BECAUSE
                + account
                + " does not reference that imagePullSecret");
      }
      i++;
    }
    return Optional.empty();
  }

  private String unreferenced(String who, String secret) {
    return who
        + " secret.secretName=\""
        + secret
        + "\" "
        + BECAUSE
        + account
        + " does not reference that secret";
  }
}
