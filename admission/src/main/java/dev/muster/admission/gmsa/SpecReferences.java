package dev.muster.admission.gmsa;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.identity.credspec.SpecSource;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** All credential specs that a pod names: for itself and for its containers. */
public final class SpecReferences {

  private SpecReferences() {}

  static List<SpecReference> in(ObjectNode pod) {
    List<SpecReference> out = new ArrayList<>();
    Pod view = Pod.of(pod);
    for (String annotation : SpecSource.ANNOTATIONS) {
      At name = view.metadata().annotations().get(annotation);
      if (!name.empty()) {
        out.add(
            new SpecReference.ConfigMap("metadata.annotations[" + annotation + "]", name.text()));
      }
    }
    for (WindowsContext context : WindowsContext.all(view.spec())) {
      At config = context.windows().credentialSpecConfig();
      if (!config.text().isEmpty()) {
        out.add(new SpecReference.ConfigMap(config.path().toString(), config.text()));
      }
      At name = context.options().gmsaCredentialSpecName();
      At contents = context.options().gmsaCredentialSpec();
      if (name.present() || contents.present()) {
        out.add(
            new SpecReference.Resource(
                context.options().at().path().toString(), name.text(), contents.text()));
      }
    }
    return out;
  }

  /**
   * The names that the pod itself gives by annotation and field; more than one is a contradiction.
   */
  static Set<String> ofPod(ObjectNode pod) {
    Set<String> names = new LinkedHashSet<>();
    Pod view = Pod.of(pod);
    for (String annotation : SpecSource.ANNOTATIONS) {
      names.add(view.metadata().annotations().text(annotation));
    }
    names.add(view.spec().securityContext().windows().credentialSpecConfig().text());
    names.remove("");
    return names;
  }

  /** The place that names both kinds of specs, so that nobody could say which one counts. */
  static Optional<String> ofBothKinds(ObjectNode pod) {
    for (WindowsContext context : WindowsContext.all(Pod.of(pod).spec())) {
      boolean whole = context.place().equals("spec.securityContext");
      boolean map =
          whole ? !ofPod(pod).isEmpty() : context.windows().credentialSpecConfig().present();
      if (map && context.options().gmsaCredentialSpecName().present()) {
        return Optional.of(whole ? "the pod" : context.place());
      }
    }
    return Optional.empty();
  }

  /** The JSON pointer to every security context that there may be. */
  public static void eachPointer(Consumer<String> action, ObjectNode pod) {
    PodSpec spec = Pod.of(pod).spec();
    action.accept("/spec/securityContext");
    eachPointer(action, "/spec/initContainers/", spec.initContainers().size());
    eachPointer(action, "/spec/containers/", spec.containers().size());
    eachPointer(action, "/spec/ephemeralContainers/", spec.ephemeralContainers().size());
  }

  private static void eachPointer(Consumer<String> action, String list, int size) {
    for (int i = 0; i < size; i++) {
      action.accept(list + i + "/securityContext");
    }
  }
}
