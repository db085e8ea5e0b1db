package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.ObjectFieldSelector;
import dev.muster.views.CoreV1.ResourceFieldSelector;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The downward API's references to fields of the pod and to resources of its containers, for
 * volumes and for environment variables.
 */
public final class FieldReferences {
  /** What a file may hold, sorted. */
  static final List<String> IN_VOLUMES =
      List.of(
          "metadata.annotations",
          "metadata.labels",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid");

  private static final Set<String> KNOWN =
      Set.of(
          "metadata.annotations",
          "metadata.labels",
          "metadata.name",
          "metadata.namespace",
          "metadata.uid",
          "spec.nodeName",
          "spec.restartPolicy",
          "spec.serviceAccountName",
          "spec.schedulerName",
          "status.phase",
          "status.hostIP",
          "status.hostIPs",
          "status.podIP",
          "status.podIPs");
  private static final List<String> RESOURCES =
      List.of(
          "limits.cpu",
          "limits.ephemeral-storage",
          "limits.memory",
          "requests.cpu",
          "requests.ephemeral-storage",
          "requests.memory");
  private static final Set<String> CPU_DIVISORS = Set.of("1m", "1");
  private static final Set<String> BYTE_DIVISORS =
      Set.of("1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei");

  private FieldReferences() {}

  /**
   * Checks a fieldRef.
   *
   * @param allowed the paths that may be named here without a subscript, sorted
   */
  public static void validateField(ObjectFieldSelector ref, List<String> allowed, Errors errors) {
    for (At needed : List.of(ref.apiVersion(), ref.fieldPath())) {
      if (needed.empty()) {
        errors.required(needed.path(), "");
        return;
      }
    }
    String path = ref.fieldPath().text();
    Optional<Subscripted> subscripted = Subscripted.of(path);
    Optional<String> unknown = unknown(ref.apiVersion().text(), path, subscripted);
    if (unknown.isPresent()) {
      errors.invalid(ref.fieldPath(), "error converting fieldPath: " + unknown.get());
      return;
    }
    if (subscripted.isPresent()) {
      Subscripted s = subscripted.get();
      String key =
          s.path().equals("metadata.annotations") ? s.key().toLowerCase(Locale.ROOT) : s.key();
      Labels.validateKey(key, ref.at().path(), errors);
      return;
    }
    String current = path.equals("spec.host") ? "spec.nodeName" : path;
    if (!allowed.contains(current)) {
      errors.unsupported(ref.fieldPath().path(), GoText.quote(current), allowed);
    }
  }

  private static Optional<String> unknown(
      String version, String path, Optional<Subscripted> subscripted) {
    if (!version.equals("v1")) {
      return Optional.of("unsupported pod version: " + version);
    }
    if (subscripted.isPresent()) {
      String base = subscripted.get().path();
      return base.equals("metadata.annotations") || base.equals("metadata.labels")
          ? Optional.empty()
          : Optional.of("field label does not support subscript: " + path);
    }
    return KNOWN.contains(path) || path.equals("spec.host")
        ? Optional.empty()
        : Optional.of("field label not supported: " + path);
  }

  /**
   * Checks a resourceFieldRef.
   *
   * @param inVolume a file, unlike a variable, must say whose resources it means
   */
  public static void validateResource(ResourceFieldSelector ref, boolean inVolume, Errors errors) {
    String resource = ref.resource().text();
    if (inVolume && ref.containerName().text().isEmpty()) {
      errors.required(ref.containerName().path(), "");
    } else if (resource.isEmpty()) {
      errors.required(ref.resource().path(), "");
    } else if (!RESOURCES.contains(resource) && !isHugePages(resource)) {
      errors.unsupported(ref.resource(), RESOURCES);
    }
    divisor(ref, resource, errors);
  }

  private static boolean isHugePages(String resource) {
    return resource.startsWith("requests.hugepages-") || resource.startsWith("limits.hugepages-");
  }

  private static void divisor(ResourceFieldSelector ref, String resource, Errors errors) {
    String text = ref.divisor().text();
    Quantity divisor = text.isEmpty() ? Quantity.of(0) : Quantity.parse(text);
    if (divisor.signum() == 0) {
      return;
    }
    String canonical = divisor.roundedToMilli().toString();
    if (resource.endsWith("s.cpu") && RESOURCES.contains(resource)) {
      if (!CPU_DIVISORS.contains(canonical)) {
        refuse(ref, "1m and 1", "cpu", errors);
      }
      return;
    }
    String of =
        switch (resource) {
          case "limits.memory", "requests.memory" -> "memory";
          case "limits.ephemeral-storage", "requests.ephemeral-storage" ->
              "local ephemeral storage";
          default -> isHugePages(resource) ? "hugepages" : "";
        };
    if (!of.isEmpty() && !BYTE_DIVISORS.contains(canonical)) {
      refuse(ref, "1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei", of, errors);
    }
  }

  private static void refuse(
      ResourceFieldSelector ref, String values, String resource, Errors errors) {
    errors.invalidText(
        ref.divisor().path(),
        ref.resource().text(),
        "only divisor's values " + values + " are supported with the " + resource + " resource");
  }

  private record Subscripted(String path, String key) {

    static Optional<Subscripted> of(String text) {
      int open = text.indexOf("['");
      return open > 0 && text.endsWith("']") && open + 2 <= text.length() - 2
          ? Optional.of(
              new Subscripted(text.substring(0, open), text.substring(open + 2, text.length() - 2)))
          : Optional.empty();
    }
  }
}
