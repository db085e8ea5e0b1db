package dev.muster.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.matching.RequestVariables;
import dev.muster.admission.matching.VersionedRequest;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.Target;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.At;
import dev.muster.model.patch.PatchType;
import dev.muster.model.patch.Patched;
import dev.muster.model.patch.Patches;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.views.AdmissionV1.AdmissionResponse;
import dev.muster.views.AdmissionV1.AdmissionReview;
import dev.muster.views.AdmissionV1.MutableAdmissionRequest;
import dev.muster.views.AdmissionV1.MutableAdmissionReview;
import dev.muster.views.MetaV1;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One AdmissionReview: the question about a request, and what to make of the answer. */
final class WebhookReview {
  private final Hook hook;
  private final VersionedRequest request;
  private final String uid = UUID.randomUUID().toString();

  WebhookReview(Hook hook, VersionedRequest request) {
    this.hook = hook;
    this.request = request;
  }

  byte[] question() {
    MutableAdmissionReview review =
        MutableAdmissionReview.create()
            .kind("AdmissionReview")
            .apiVersion("admission.k8s.io/" + hook.version());
    MutableAdmissionRequest asked = review.request().ensure().uid(uid);
    asked.tree().setAll(RequestVariables.describe(request));
    asked.object(tree(request.object())).oldObject(tree(request.old()));
    return review.tree().toString().getBytes(StandardCharsets.UTF_8);
  }

  private JsonNode tree(@Nullable ObjectNode object) {
    if (object == null) {
      return JsonNodeFactory.instance.nullNode();
    }
    Target carried = request.carries();
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    carried.putTypeMeta(out);
    object.properties().forEach(e -> out.set(e.getKey(), e.getValue()));
    return out;
  }

  HookAnswer answer(byte[] body) {
    AdmissionResponse response;
    try {
      response = AdmissionReview.of(Trees.parse(body)).response();
    } catch (IOException e) {
      return new HookAnswer.Failed("the answer is not valid JSON");
    }
    if (!response.tree().isObject()) {
      return new HookAnswer.Failed("webhook response was absent");
    }
    if (!text(response.uid()).equals(uid)) {
      return new HookAnswer.Failed(
          "expected response.uid=\"" + uid + "\", got \"" + text(response.uid()) + "\"");
    }
    List<String> warnings = new ArrayList<>();
    response.warnings().node().forEach(w -> warnings.add(w.asText()));
    if (!response.allowed().node().asBoolean()) {
      return new HookAnswer.Denied(denial(response.status()), warnings);
    }
    Map<String, String> annotations = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> e : response.auditAnnotations().node().properties()) {
      annotations.put(hook.name() + "/" + e.getKey(), e.getValue().asText());
    }
    String patch = text(response.patch());
    ObjectNode object = request.object();
    if (patch.isEmpty() || object == null) {
      return new HookAnswer.Allowed(Optional.empty(), warnings, annotations);
    }
    String type = text(response.patchType());
    if (hook.version().equals("v1") && !type.equals("JSONPatch")) {
      return new HookAnswer.Failed("webhook returned response.patchType=\"" + type + "\"");
    }
    return patched(object, patch, warnings, annotations);
  }

  private HookAnswer patched(
      ObjectNode object, String patch, List<String> warnings, Map<String, String> annotations) {
    try {
      byte[] operations = Base64.getDecoder().decode(patch);
      Target carried = request.carries();
      Patched result =
          Patches.apply(PatchType.JSON, operations, object, carried.type(), FieldValidation.IGNORE);
      if (!(result instanceof Patched.AsText text)) {
        return new HookAnswer.Failed("the patch is no JSON patch");
      }
      ObjectNode changed =
          Decoder.decode(carried.type(), Trees.parse(text.json().getBytes(StandardCharsets.UTF_8)))
              .object();
      carried.putTypeMeta(changed);
      if (request.carriesObject()) {
        request.version().strategy().applyDefaults(changed);
      }
      return new HookAnswer.Allowed(Optional.of(changed), warnings, annotations);
    } catch (IOException | DecodeException | IllegalArgumentException | ApiException e) {
      return new HookAnswer.Failed("the patch does not apply: " + e.getMessage());
    }
  }

  /** A refusal is a refusal, whatever code the webhook thinks it has. */
  private Status denial(MetaV1.Status status) {
    String by = "admission webhook \"" + hook.name() + "\" denied the request";
    String message = text(status.message());
    String reason = text(status.reason());
    String text =
        !message.isEmpty()
            ? by + ": " + message
            : !reason.isEmpty() ? by + ": " + reason : by + " without explanation";
    int code = status.code().node().asInt();
    return Status.of(code < 400 || code > 599 ? 400 : code, reason, text);
  }

  /** What the webhook wrote, be it text or not: nobody checked its answer. */
  private static String text(At field) {
    return field.node().asText();
  }
}
