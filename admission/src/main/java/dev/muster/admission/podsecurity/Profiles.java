package dev.muster.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks of seccomp and AppArmor profiles. */
final class Profiles {
  private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
  private static final String SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
  private static final String APPARMOR = "container.apparmor.security.beta.kubernetes.io/";
  private static final Set<String> GOOD = Set.of("RuntimeDefault", "Localhost");

  private Profiles() {}

  static Optional<Violation> appArmor(CheckedPod pod) {
    boolean ofPod = bad(pod.context(), "appArmorProfile");
    List<String> containers = pod.containersWith(c -> bad(c, "appArmorProfile"));
    List<String> setters = new ArrayList<>();
    if (ofPod || !containers.isEmpty()) {
      setters.add(Words.setters(ofPod, containers));
    }
    List<String> values = new ArrayList<>(types(pod, "appArmorProfile"));
    TreeSet<String> annotations = new TreeSet<>();
    for (Map.Entry<String, JsonNode> e : pod.annotations().properties()) {
      String value = e.getValue().asText();
      boolean fine =
          value.isEmpty() || value.equals("runtime/default") || value.startsWith("localhost/");
      if (e.getKey().startsWith(APPARMOR) && !fine) {
        annotations.add(e.getKey() + "=" + GoText.quote(value));
      }
    }
    if (!annotations.isEmpty()) {
      setters.add(Words.plural(annotations.size(), "annotation", "annotations"));
      values.addAll(annotations);
    }
    return setters.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                Words.plural(
                    values.size(), "forbidden AppArmor profile", "forbidden AppArmor profiles"),
                String.join(" and ", setters)
                    + " must not set AppArmor profile type to "
                    + Words.quoted(values)));
  }

  /** The annotations by which profiles were named before there were fields. */
  static Optional<Violation> seccompAnnotations(CheckedPod pod) {
    TreeSet<String> bad = new TreeSet<>();
    annotation(pod, SECCOMP_POD, bad);
    pod.containers().forEach(c -> annotation(pod, SECCOMP_CONTAINER + c.text("name"), bad));
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "seccompProfile",
                "forbidden "
                    + Words.plural(bad.size(), "annotation ", "annotations ")
                    + String.join(", ", bad)));
  }

  private static void annotation(CheckedPod pod, String key, Set<String> bad) {
    JsonNode value = pod.annotations().get(key);
    if (value != null
        && !Set.of("runtime/default", "docker/default").contains(value.asText())
        && !value.asText().startsWith("localhost/")) {
      bad.add(key + "=" + GoText.quote(value.asText()));
    }
  }

  static Optional<Violation> seccompBaseline(CheckedPod pod) {
    boolean ofPod = bad(pod.context(), "seccompProfile");
    List<String> containers = pod.containersWith(c -> bad(c, "seccompProfile"));
    return !ofPod && containers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "seccompProfile",
                Words.setters(ofPod, containers)
                    + " must not set securityContext.seccompProfile.type to "
                    + Words.quoted(types(pod, "seccompProfile"))));
  }

  static Optional<Violation> seccompRestricted(CheckedPod pod) {
    Optional<Violation> explicit = seccompBaseline(pod);
    List<String> silent = pod.containersWith(c -> !c.has("seccompProfile"));
    if (explicit.isPresent() || pod.context().has("seccompProfile") || silent.isEmpty()) {
      return explicit;
    }
    return Optional.of(
        new Violation(
            "seccompProfile",
            "pod or "
                + Words.containers(silent)
                + " must set securityContext.seccompProfile.type to \"RuntimeDefault\" or"
                + " \"Localhost\""));
  }

  private static boolean bad(At context, String field) {
    At profile = context.get(field);
    return profile.present() && !GOOD.contains(profile.text("type"));
  }

  /** The types that are not good, of the pod and its containers. */
  private static Set<String> types(CheckedPod pod, String field) {
    TreeSet<String> types = new TreeSet<>();
    List<At> contexts = new ArrayList<>();
    contexts.add(pod.context());
    pod.containers().forEach(c -> contexts.add(c.get("securityContext")));
    contexts.stream().filter(c -> bad(c, field)).forEach(c -> types.add(c.get(field).text("type")));
    return types;
  }
}
