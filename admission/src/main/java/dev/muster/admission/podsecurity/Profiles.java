package dev.muster.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.AppArmorProfile;
import dev.muster.views.CoreV1.SeccompProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks of seccomp and AppArmor profiles. */
final class Profiles {
  private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
  private static final String SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
  private static final String APPARMOR = "container.apparmor.security.beta.kubernetes.io/";
  private static final Set<String> GOOD = Set.of("RuntimeDefault", "Localhost");

  private Profiles() {}

  static Optional<Violation> appArmor(CheckedPod pod) {
    boolean ofPod = bad(pod.context().appArmorProfile());
    List<String> containers = pod.containersWith(c -> bad(c.appArmorProfile()));
    List<String> setters = new ArrayList<>();
    if (ofPod || !containers.isEmpty()) {
      setters.add(Words.setters(ofPod, containers));
    }
    List<String> values = new ArrayList<>(appArmorTypes(pod));
    TreeSet<String> annotations = new TreeSet<>();
    for (Map.Entry<String, JsonNode> e : pod.annotations().node().properties()) {
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
    pod.containers().forEach(c -> annotation(pod, SECCOMP_CONTAINER + c.name().text(), bad));
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
    At value = pod.annotations().get(key);
    if (value.present()
        && !Set.of("runtime/default", "docker/default").contains(value.text())
        && !value.text().startsWith("localhost/")) {
      bad.add(key + "=" + GoText.quote(value.text()));
    }
  }

  static Optional<Violation> seccompBaseline(CheckedPod pod) {
    boolean ofPod = bad(pod.context().seccompProfile());
    List<String> containers = pod.containersWith(c -> bad(c.seccompProfile()));
    return !ofPod && containers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "seccompProfile",
                Words.setters(ofPod, containers)
                    + " must not set securityContext.seccompProfile.type to "
                    + Words.quoted(seccompTypes(pod))));
  }

  static Optional<Violation> seccompRestricted(CheckedPod pod) {
    Optional<Violation> explicit = seccompBaseline(pod);
    List<String> silent = pod.containersWith(c -> !c.seccompProfile().present());
    if (explicit.isPresent() || pod.context().seccompProfile().present() || silent.isEmpty()) {
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

  private static boolean bad(AppArmorProfile profile) {
    return profile.present() && !GOOD.contains(profile.type().text());
  }

  private static boolean bad(SeccompProfile profile) {
    return profile.present() && !GOOD.contains(profile.type().text());
  }

  /** The types that are not good, of the pod and its containers. */
  private static Set<String> appArmorTypes(CheckedPod pod) {
    return Stream.concat(
            Stream.of(pod.context().appArmorProfile()),
            pod.containers().stream().map(c -> c.securityContext().appArmorProfile()))
        .filter(Profiles::bad)
        .map(profile -> profile.type().text())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The types that are not good, of the pod and its containers. */
  private static Set<String> seccompTypes(CheckedPod pod) {
    return Stream.concat(
            Stream.of(pod.context().seccompProfile()),
            pod.containers().stream().map(c -> c.securityContext().seccompProfile()))
        .filter(Profiles::bad)
        .map(profile -> profile.type().text())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
