package dev.muster.admission.accounts;

import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.EnvFromSource;
import dev.muster.views.CoreV1.EnvVar;
import dev.muster.views.CoreV1.LocalObjectReference;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.SecretEnvSource;
import dev.muster.views.CoreV1.SecretKeySelector;
import dev.muster.views.CoreV1.SecretVolumeSource;
import dev.muster.views.CoreV1.ServiceAccount;
import dev.muster.views.CoreV1.Volume;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The secrets that an account lets its pods use, for accounts that insist on it. */
final class SecretLimits {
  private static final String BECAUSE = "is not allowed because service account ";

  private final String account;
  private final Set<String> mountable;
  private final Set<String> pullable;

  SecretLimits(ServiceAccount account) {
    this.account = account.metadata().name().text();
    this.mountable =
        account.secrets().stream().map(r -> r.name().text()).collect(Collectors.toSet());
    this.pullable =
        account.imagePullSecrets().stream().map(r -> r.name().text()).collect(Collectors.toSet());
  }

  /** What a new pod uses but may not. */
  Optional<String> fault(PodSpec spec) {
    for (Volume volume : spec.volumes()) {
      SecretVolumeSource secret = volume.secret();
      if (secret.present() && !mountable.contains(secret.secretName().text())) {
        return Optional.of(unreferenced("volume with", secret.secretName().text()));
      }
    }
    return containers(spec.initContainers(), "init container ")
        .or(() -> containers(spec.containers(), "container "))
        .or(() -> pulls(spec.imagePullSecrets()));
  }

  /** What ephemeral containers use but may not. */
  Optional<String> faultOfEphemeral(PodSpec spec) {
    return containers(
        spec.ephemeralContainers().stream().map(c -> new Container(c.at())).toList(),
        "ephemeral container ");
  }

  private Optional<String> containers(List<Container> containers, String kind) {
    for (Container container : containers) {
      String who = kind + container.name().text() + " with ";
      for (EnvVar variable : container.env()) {
        SecretKeySelector secret = variable.valueFrom().secretKeyRef();
        if (secret.present() && !mountable.contains(secret.name().text())) {
          return Optional.of(
              unreferenced(
                  who + "envVar " + variable.name().text() + " referencing", secret.name().text()));
        }
      }
      for (EnvFromSource source : container.envFrom()) {
        SecretEnvSource secret = source.secretRef();
        if (secret.present() && !mountable.contains(secret.name().text())) {
          return Optional.of(unreferenced(who + "envFrom referencing", secret.name().text()));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> pulls(List<LocalObjectReference> references) {
    int i = 0;
    for (LocalObjectReference reference : references) {
      if (!pullable.contains(reference.name().text())) {
        return Optional.of(
            "imagePullSecrets["
                + i
                + "].name=\""
                + reference.name().text()
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
