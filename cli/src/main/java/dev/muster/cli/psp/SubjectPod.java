package dev.muster.cli.psp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.admission.accounts.ServiceAccountPlugin;
import dev.muster.admission.psp.NamespaceRanges;
import dev.muster.admission.psp.PolicyReview;
import dev.muster.authz.User;
import dev.muster.kinds.pods.PodSpecs;
import dev.muster.model.scheme.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A pod to be reviewed: one of the files, or one that a template there would make.
 *
 * @param from how the files call it, e.g. {@code Deployment web}
 */
record SubjectPod(String from, String namespace, ObjectNode pod) {

  /** With what the policies say about it. */
  record Reviewed(SubjectPod subject, boolean knowsUser, PolicyReview review) {}

  static List<SubjectPod> in(List<ObjectNode> objects, String otherwise) {
    List<SubjectPod> found = new ArrayList<>();
    for (ObjectNode object : objects) {
      Kind kind = Manifests.kind(object).orElseThrow();
      Optional<List<String>> place = PodSpecs.place(kind.apiVersion(), kind.kind());
      if (place.isPresent() && PodSpecs.at(place.get(), object).present()) {
        String namespace = object.path("metadata").path("namespace").asText();
        String name = object.path("metadata").path("name").asText();
        found.add(
            new SubjectPod(
                kind.kind() + " " + name,
                namespace.isEmpty() ? otherwise : namespace,
                pod(object, place.get(), name)));
      }
    }
    return found;
  }

  private static ObjectNode pod(ObjectNode object, List<String> place, String name) {
    if (place.size() == 1) {
      return object.deepCopy();
    }
    JsonNode template = PodSpecs.at(place.subList(0, place.size() - 1), object).node();
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata");
    if (template.path("metadata").isObject()) {
      metadata.setAll((ObjectNode) template.get("metadata").deepCopy());
    }
    metadata.put("name", name);
    pod.set("spec", template.get("spec").deepCopy());
    return Manifests.canonical(Manifests.kind(pod).orElseThrow(), pod);
  }

  /** As the server would see it: with its service account and that one's token. */
  Reviewed review(PolicySource source) {
    ObjectNode asSeen = pod.deepCopy();
    new ServiceAccountPlugin(source.cluster())
        .admit(
            new AdmissionRequest(
                Operation.CREATE,
                Manifests.kind(asSeen).orElseThrow(),
                "",
                namespace,
                asSeen.path("metadata").path("name").asText(),
                asSeen,
                null,
                User.of(""),
                true,
                warning -> {}));
    String account = asSeen.path("spec").path("serviceAccountName").asText();
    NamespaceRanges ranges =
        new NamespaceRanges(
            namespace, source.namespace(namespace).path("metadata").path("annotations"));
    return new Reviewed(
        this,
        source.knowsUser(),
        PolicyReview.of(source.policies(), source.usable(namespace, account), ranges, asSeen));
  }
}
