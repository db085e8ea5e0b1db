package dev.muster.admission.accounts;

import dev.muster.views.CoreV1.MutableConfigMapProjection;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutableDownwardAPIVolumeFile;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutableProjectedVolumeSource;
import dev.muster.views.CoreV1.MutableVolume;
import dev.muster.views.CoreV1.MutableVolumeMount;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The volume through which a pod's containers get a token, the authority to trust and their
 * namespace.
 */
final class TokenMount {
  private static final String NAME = "kube-api-access-";
  private static final String PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final long MODE = 0644;

  /** An hour, and a little more, by which such tokens are told from others. */
  private static final long SECONDS = 3607;

  private TokenMount() {}

  /** Mounts it in every container that has nothing at its place. */
  static void into(MutablePodSpec spec) {
    String existing = existing(spec);
    String name = existing.isEmpty() ? NAME + suffix() : existing;
    boolean needed = false;
    for (MutableContainer container : spec.initContainers().each()) {
      needed |= mount(container, name);
    }
    for (MutableContainer container : spec.containers().each()) {
      needed |= mount(container, name);
    }
    if (needed && existing.isEmpty()) {
      spec.volumes().add().name(name).projected(volume());
    }
  }

  private static String existing(MutablePodSpec spec) {
    for (MutableVolume volume : spec.volumes().each()) {
      String name = volume.name().text();
      if (name.startsWith(NAME)) {
        return name;
      }
    }
    return "";
  }

  private static boolean mount(MutableContainer container, String volume) {
    for (MutableVolumeMount mount : container.volumeMounts().each()) {
      if (mount.mountPath().text().equals(PATH)) {
        return false;
      }
    }
    container.volumeMounts().add().name(volume).readOnly(true).mountPath(PATH);
    return true;
  }

  private static MutableProjectedVolumeSource volume() {
    MutableProjectedVolumeSource projected = MutableProjectedVolumeSource.create();
    var sources = projected.sources();
    sources.add().serviceAccountToken().ensure().expirationSeconds(SECONDS).path("token");
    MutableConfigMapProjection authority = sources.add().configMap().ensure();
    authority.name("kube-root-ca.crt").items().add().key("ca.crt").path("ca.crt");
    MutableDownwardAPIVolumeFile namespace =
        sources.add().downwardAPI().ensure().items().add().path("namespace");
    namespace.fieldRef().ensure().apiVersion("v1").fieldPath("metadata.namespace");
    return projected.defaultMode(MODE);
  }

  private static String suffix() {
    StringBuilder out = new StringBuilder(5);
    for (int i = 0; i < 5; i++) {
      out.append(LETTERS.charAt(ThreadLocalRandom.current().nextInt(LETTERS.length())));
    }
    return out.toString();
  }
}
