package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import java.util.Optional;

/** Seccomp profiles by the names that annotations and policies use, and as fields. */
final class SeccompNames {
  static final String POD = "seccomp.security.alpha.kubernetes.io/pod";
  static final String CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
  private static final String LOCALHOST = "localhost/";
  private static final String FIELD = "seccompProfile";

  private SeccompNames() {}

  /** The profile of a pod, empty if it names none. */
  static String ofPod(PodDraft pod) {
    String annotation = pod.annotation(POD);
    return annotation.isEmpty() ? name(pod.context().get(FIELD)) : annotation;
  }

  /** The profile that counts for a container, empty if none is named. */
  static String of(ContainerDraft container) {
    At own = container.own(FIELD);
    PodDraft pod = container.pod();
    if (own.present()) {
      return name(own);
    }
    String key = CONTAINER + container.name();
    return pod.hasAnnotation(key) ? pod.annotation(key) : ofPod(pod);
  }

  private static String name(At profile) {
    return switch (profile.text("type")) {
      case "Unconfined" -> "unconfined";
      case "RuntimeDefault" -> "runtime/default";
      case "Localhost" -> LOCALHOST + profile.text("localhostProfile");
      default -> "";
    };
  }

  /**
   * Says in fields what only annotations say, and the other way round, as Kubernetes did until
   * 1.24. Without it a policy's profile would be an annotation that no node reads any more.
   */
  static void agree(PodDraft pod) {
    At context = pod.context();
    if (context.has(FIELD)) {
      if (!pod.hasAnnotation(POD) && !name(context.get(FIELD)).isEmpty()) {
        pod.annotate(POD, name(context.get(FIELD)));
      }
    } else {
      field(pod.annotation(POD)).ifPresent(profile -> pod.set(FIELD, profile));
    }
    for (ContainerDraft container : pod.containers()) {
      String key = CONTAINER + container.name();
      At own = container.own(FIELD);
      if (own.present()) {
        if (!pod.hasAnnotation(key) && !name(own).isEmpty()) {
          pod.annotate(key, name(own));
        }
      } else {
        field(pod.annotation(key)).ifPresent(profile -> container.set(FIELD, profile));
      }
    }
  }

  private static Optional<ObjectNode> field(String name) {
    ObjectNode profile = JsonNodeFactory.instance.objectNode();
    if (name.equals("unconfined")) {
      profile.put("type", "Unconfined");
    } else if (name.equals("runtime/default") || name.equals("docker/default")) {
      profile.put("type", "RuntimeDefault");
    } else if (name.length() > LOCALHOST.length() && name.startsWith(LOCALHOST)) {
      profile.put("type", "Localhost").put("localhostProfile", name.substring(LOCALHOST.length()));
    }
    return profile.isEmpty() ? Optional.empty() : Optional.of(profile);
  }
}
