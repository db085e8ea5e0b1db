package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Storage behind a driver that the cluster's owner installed: CSI and its predecessor. */
public final class DriverSources {
  private static final int MAX_DRIVER = 63;

  private DriverSources() {}

  static void csi(At csi, Errors errors) {
    validateDriverName(csi.get("driver"), errors);
    At secret = csi.get("nodePublishSecretRef");
    if (secret.present()) {
      if (secret.text("name").isEmpty()) {
        errors.required(secret.path().child("name"), "");
      } else {
        String name = secret.text("name");
        Names.subdomain(name, false)
            .forEach(f -> errors.invalidText(csi.path().child("name"), name, f));
      }
    }
  }

  static void persistentCsi(At csi, Errors errors) {
    validateDriverName(csi.get("driver"), errors);
    Needs.text(csi, "volumeHandle", errors);
    for (String secret :
        List.of(
            "controllerPublishSecretRef",
            "controllerExpandSecretRef",
            "nodePublishSecretRef",
            "nodeExpandSecretRef")) {
      secretReference(csi.get(secret), errors);
    }
  }

  private static void secretReference(At secret, Errors errors) {
    if (secret.absent()) {
      return;
    }
    At name = secret.get("name");
    At namespace = secret.get("namespace");
    if (name.empty()) {
      errors.required(name.path(), "");
    } else {
      Names.subdomain(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
    if (namespace.empty()) {
      errors.required(namespace.path(), "");
    } else {
      Names.label(namespace.text(), false).forEach(f -> errors.invalid(namespace, f));
    }
  }

  /** The rule for a CSI driver's name: a DNS subdomain in any case, of at most 63 characters. */
  public static void validateDriverName(At driver, Errors errors) {
    if (driver.empty()) {
      errors.required(driver.path(), "");
      return;
    }
    if (driver.text().length() > MAX_DRIVER) {
      errors.tooLong(driver.path(), MAX_DRIVER);
    }
    Names.subdomain(driver.text().toLowerCase(Locale.ROOT), false)
        .forEach(f -> errors.invalid(driver, f));
  }

  static void flex(At flex, Errors errors) {
    Needs.text(flex, "driver", errors);
    for (Map.Entry<String, At> option : flex.get("options").entries()) {
      String key = option.getKey();
      int slash = key.indexOf('/');
      String domain = "." + (slash < 0 ? key : key.substring(0, slash)).toLowerCase(Locale.ROOT);
      if (domain.endsWith(".kubernetes.io") || domain.endsWith(".k8s.io")) {
        errors.invalidText(
            option.getValue().path(), key, "kubernetes.io and k8s.io namespaces are reserved");
      }
    }
  }
}
