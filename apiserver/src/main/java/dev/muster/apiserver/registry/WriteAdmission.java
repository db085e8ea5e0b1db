package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks the admission plugins about writes, and about what is answered without being written. */
public final class WriteAdmission {
  private final AdmissionChain plugins;

  public WriteAdmission(AdmissionChain plugins) {
    this.plugins = plugins;
  }

  /** Lets the mutating plugins at a request. */
  public void admit(
      Operation operation,
      WriteRequest request,
      @Nullable ObjectNode object,
      @Nullable ObjectNode old) {
    plugins.admit(asked(operation, request, object, old));
  }

  /** Lets the plugins that may only refuse at a request. */
  public void validate(
      Operation operation,
      WriteRequest request,
      @Nullable ObjectNode object,
      @Nullable ObjectNode old) {
    plugins.validate(asked(operation, request, object, old));
  }

  /** Mutating admission of an object on its way. */
  void admit(Attempt attempt) {
    ObjectNode object = attempt.object();
    if (attempt.write() instanceof ScaleUpdate scaling) {
      ObjectNode sent = scaling.view().of(object);
      ObjectNode admitted = sent.deepCopy();
      admit(Operation.UPDATE, aboutScale(scaling), admitted, oldScale(scaling, attempt));
      if (!admitted.equals(sent)) {
        scaling.view().into(admitted, object);
      }
    } else {
      admit(operation(attempt), attempt.request(), object, attempt.old());
    }
  }

  /** Validating admission of an object on its way. */
  void validate(Attempt attempt) {
    ObjectNode object = attempt.object();
    if (attempt.write() instanceof ScaleUpdate scaling) {
      ObjectNode scale = scaling.view().of(object);
      validate(Operation.UPDATE, aboutScale(scaling), scale, oldScale(scaling, attempt));
    } else {
      validate(operation(attempt), attempt.request(), object, attempt.old());
    }
  }

  private static WriteRequest aboutScale(ScaleUpdate scaling) {
    return scaling.request().of("scale");
  }

  private static ObjectNode oldScale(ScaleUpdate scaling, Attempt attempt) {
    return scaling.view().of(Objects.requireNonNull(attempt.old()));
  }

  private static Operation operation(Attempt attempt) {
    return attempt.live() == null ? Operation.CREATE : Operation.UPDATE;
  }

  private static AdmissionRequest asked(
      Operation operation,
      WriteRequest request,
      @Nullable ObjectNode object,
      @Nullable ObjectNode old) {
    String name = request.name();
    if (name.isEmpty() && object != null) {
      name = ObjectMeta.ofObject(object).name().text();
    }
    return new AdmissionRequest(
        operation,
        request.kind(),
        request.asked(),
        request.subresource(),
        request.namespace(),
        name,
        object,
        old,
        request.user(),
        request.dryRun(),
        request.options(),
        request.warn());
  }
}
