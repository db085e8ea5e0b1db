package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.CSIPersistentVolumeSource;
import dev.muster.views.CoreV1.CSIVolumeSource;
import dev.muster.views.CoreV1.FlexVolumeSource;
import dev.muster.views.CoreV1.LocalObjectReference;
import dev.muster.views.CoreV1.SecretReference;
import java.util.Locale;
import java.util.Map;

/** Storage behind a driver that the cluster's owner installed: CSI and its predecessor. */
public final class DriverSources {
  private static final int MAX_DRIVER = 63;

  private DriverSources() {}

  static void csi(CSIVolumeSource csi, Errors errors) {
    validateDriverName(csi.driver(), errors);
    LocalObjectReference secret = csi.nodePublishSecretRef();
    if (secret.present()) {
      if (secret.name().text().isEmpty()) {
        errors.required(secret.name().path(), "");
      } else {
        String name = secret.name().text();
        Names.subdomain(name, false)
            .forEach(f -> errors.invalidText(csi.at().path().child("name"), name, f));
      }
    }
  }

  static void persistentCsi(CSIPersistentVolumeSource csi, Errors errors) {
    validateDriverName(csi.driver(), errors);
    Needs.text(csi.volumeHandle(), errors);
    secretReference(csi.controllerPublishSecretRef(), errors);
    secretReference(csi.controllerExpandSecretRef(), errors);
    secretReference(csi.nodePublishSecretRef(), errors);
    secretReference(csi.nodeExpandSecretRef(), errors);
  }

  private static void secretReference(SecretReference secret, Errors errors) {
    if (secret.absent()) {
      return;
    }
    At name = secret.name();
    At namespace = secret.namespace();
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

  static void flex(FlexVolumeSource flex, Errors errors) {
    Needs.text(flex.driver(), errors);
    for (Map.Entry<String, At> option : flex.options().entries()) {
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
