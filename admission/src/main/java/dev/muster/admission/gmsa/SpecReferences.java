package dev.muster.admission.gmsa;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.identity.credspec.SpecSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** All credential specs that a pod names: for itself and for its containers. */
public final class SpecReferences {
  private static final List<String> CONTAINERS =
      List.of("initContainers", "containers", "ephemeralContainers");

  private SpecReferences() {}

  static List<SpecReference> in(ObjectNode pod) {
    List<SpecReference> out = new ArrayList<>();
    for (String annotation : SpecSource.ANNOTATIONS) {
      String name = pod.path("metadata").path("annotations").path(annotation).asText();
      if (!name.isEmpty()) {
        out.add(new SpecReference.ConfigMap("metadata.annotations[" + annotation + "]", name));
      }
    }
    eachContext(
        pod,
        (place, context) -> {
          String config = context.path("windows").path("credentialSpecConfig").asText();
          if (!config.isEmpty()) {
            out.add(new SpecReference.ConfigMap(place + ".windows.credentialSpecConfig", config));
          }
          JsonNode options = context.path("windowsOptions");
          if (options.has("gmsaCredentialSpecName") || options.has("gmsaCredentialSpec")) {
            out.add(
                new SpecReference.Resource(
                    place + ".windowsOptions",
                    options.path("gmsaCredentialSpecName").asText(),
                    options.path("gmsaCredentialSpec").asText()));
          }
        });
    return out;
  }

  /**
   * The names that the pod itself gives by annotation and field; more than one is a contradiction.
   */
  static Set<String> ofPod(ObjectNode pod) {
    Set<String> names = new LinkedHashSet<>();
    for (String annotation : SpecSource.ANNOTATIONS) {
      names.add(pod.path("metadata").path("annotations").path(annotation).asText());
    }
    names.add(
        pod.path("spec")
            .path("securityContext")
            .path("windows")
            .path("credentialSpecConfig")
            .asText());
    names.remove("");
    return names;
  }

  /** The place that names both kinds of specs, so that nobody could say which one counts. */
  static Optional<String> ofBothKinds(ObjectNode pod) {
    List<String> places = new ArrayList<>();
    eachContext(
        pod,
        (place, context) -> {
          boolean whole = place.equals("spec.securityContext");
          boolean map =
              whole ? !ofPod(pod).isEmpty() : context.path("windows").has("credentialSpecConfig");
          if (map && context.path("windowsOptions").has("gmsaCredentialSpecName")) {
            places.add(whole ? "the pod" : place);
          }
        });
    return places.stream().findFirst();
  }

  /** Every security context with its place. */
  static void eachContext(ObjectNode pod, BiConsumer<String, JsonNode> action) {
    JsonNode spec = pod.path("spec");
    action.accept("spec.securityContext", spec.path("securityContext"));
    for (String list : CONTAINERS) {
      for (int i = 0; i < spec.path(list).size(); i++) {
        action.accept(
            "spec." + list + "[" + i + "].securityContext",
            spec.path(list).path(i).path("securityContext"));
      }
    }
  }

  /** The JSON pointer to every security context that there may be. */
  public static void eachPointer(Consumer<String> action, ObjectNode pod) {
    action.accept("/spec/securityContext");
    for (String list : CONTAINERS) {
      for (int i = 0; i < pod.path("spec").path(list).size(); i++) {
        action.accept("/spec/" + list + "/" + i + "/securityContext");
      }
    }
  }
}
