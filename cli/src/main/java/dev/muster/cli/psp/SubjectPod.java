package dev.muster.cli.psp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.admission.accounts.ServiceAccountPlugin;
import dev.muster.admission.psp.NamespaceRanges;
import dev.muster.admission.psp.PolicyReview;
import dev.muster.authz.User;
import dev.muster.kinds.pods.PodSpecs;
import dev.muster.model.scheme.Kind;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
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
        String namespace = ObjectMeta.ofObject(object).namespace().text();
        String name = ObjectMeta.ofObject(object).name().text();
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
    var template = new PodTemplateSpec(PodSpecs.at(place.subList(0, place.size() - 1), object));
    MutablePod pod = MutablePod.create().apiVersion("v1").kind("Pod");
    pod.metadata(MutableObjectMeta.copyOf(template.metadata()).name(name));
    pod.spec(MutablePodSpec.copyOf(template.spec()));
    return Manifests.canonical(Manifests.kind(pod.tree()).orElseThrow(), pod.tree());
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
                ObjectMeta.ofObject(asSeen).name().text(),
                asSeen,
                null,
                User.of(""),
                true,
                warning -> {}));
    String account = Pod.of(asSeen).spec().serviceAccountName().text();
    NamespaceRanges ranges =
        new NamespaceRanges(
            namespace, ObjectMeta.ofObject(source.namespace(namespace)).annotations().node());
    return new Reviewed(
        this,
        source.knowsUser(),
        PolicyReview.of(source.policies(), source.usable(namespace, account), ranges, asSeen));
  }
}
