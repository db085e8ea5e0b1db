package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Operation;
import dev.muster.apiserver.registry.ObjectPlacement;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.ServerMade;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.kinds.pods.PodBinding;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Target;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.Binding;
import dev.muster.views.CoreV1.MutableBinding;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.Pod;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

/** Puts pods on nodes: the subresource of pods, and the resource of its own that does the same. */
final class PodBindings implements Subresources.Handler {
  private final Bodies bodies;
  private final Registry registry;
  private final WriteAdmission admission;
  private final InstantSource clock;
  private final Kind pods;
  private final Kind bindings;

  PodBindings(
      Bodies bodies,
      Registry registry,
      WriteAdmission admission,
      Kinds kinds,
      InstantSource clock) {
    this.bodies = bodies;
    this.registry = registry;
    this.admission = admission;
    this.clock = clock;
    this.pods = kinds.byKind("v1", "Pod").orElseThrow();
    this.bindings = kinds.byKind("v1", "Binding").orElseThrow();
  }

  @Override
  public void handle(ResourceRequest request) {
    WriteOptions options = request.options(WriteOptions.Verb.CREATE);
    Consumer<String> warn = request.warnings();
    ObjectNode binding = request.read(bodies, Target.of(bindings), options, warn);
    request.exchange().understood(binding);
    ObjectPlacement.in(
        request.target().namespace(), MutableBinding.of(binding).metadata().ensure());
    WriteRequest asked = request.write(options, warn);
    admission.admit(Operation.CREATE, asked, binding, null);
    String name = request.target().name();
    String own = Binding.of(binding).metadata().name().text();
    if (!name.isEmpty() && !own.equals(name)) {
      throw Status.badRequest("name in URL does not match name in Binding object").exception();
    }
    Errors errors = new Errors();
    PodBinding.validate(binding, errors);
    if (!errors.isEmpty()) {
      throw Status.badRequest(errors.message()).exception();
    }
    admission.validate(Operation.CREATE, asked, binding, null);
    WriteRequest write =
        new WriteRequest(
            pods,
            pods,
            request.target().namespace(),
            own,
            "binding",
            request.user(),
            options.dryRun(),
            options.manager(),
            warn);
    registry.write(new ServerMade(write, pod -> bound(binding, pod)));
    Answers.status(request.exchange(), Status.created());
  }

  private ObjectNode bound(ObjectNode binding, ObjectNode pod) {
    String uid = Binding.of(binding).metadata().uid().text();
    if (!uid.isEmpty() && !uid.equals(Pod.of(pod).metadata().uid().text())) {
      return insistingOn(uid, pod);
    }
    Optional<String> conflict = PodBinding.conflict(pod);
    if (conflict.isPresent()) {
      throw Status.conflict(
              "", "pods/binding", Pod.of(pod).metadata().name().text(), conflict.get())
          .exception();
    }
    ObjectNode old = pod.deepCopy();
    PodBinding.apply(binding, pod, clock.instant());
    Errors errors = new Errors();
    PodBinding.validateBound(pod, old, errors);
    if (!errors.isEmpty()) {
      throw Status.invalid("", "Pod", Pod.of(pod).metadata().name().text(), errors).exception();
    }
    return pod;
  }

  /** The update refuses an object with another uid than the stored one. */
  private static ObjectNode insistingOn(String uid, ObjectNode pod) {
    MutablePod.of(pod).metadata().ensure().uid(uid);
    return pod;
  }
}
