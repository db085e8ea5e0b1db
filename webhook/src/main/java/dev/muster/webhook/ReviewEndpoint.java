package dev.muster.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.gmsa.GmsaRules;
import dev.muster.admission.gmsa.SpecReferences;
import dev.muster.authz.User;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.identity.credspec.AdmittedSpecs;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.At;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.views.AdmissionV1.AdmissionRequest;
import dev.muster.views.AdmissionV1.AdmissionReview;
import dev.muster.views.AdmissionV1.MutableAdmissionResponse;
import dev.muster.views.AdmissionV1.MutableAdmissionReview;
import dev.muster.views.AuthenticationV1.UserInfo;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Answers AdmissionReviews: {@code /mutate} fills in, {@code /validate} only refuses. */
final class ReviewEndpoint implements Endpoint {
  private static final int LONGEST = 8 << 20;

  private final GmsaRules rules;

  ReviewEndpoint(GmsaRules rules) {
    this.rules = rules;
  }

  @Override
  public void handle(Exchange exchange) {
    switch (exchange.path()) {
      case "/mutate" -> review(exchange, true);
      case "/validate" -> review(exchange, false);
      default -> throw Status.unknownResource().exception();
    }
  }

  private void review(Exchange exchange, boolean mutating) {
    AdmissionReview review;
    try {
      review = AdmissionReview.of(Trees.parse(exchange.body(LONGEST)));
    } catch (IOException e) {
      throw Status.badRequest("the body is not valid JSON: " + e.getMessage()).exception();
    }
    AdmissionRequest request = review.request();
    if (!request.uid().node().isTextual()) {
      throw Status.badRequest("the body is no AdmissionReview with a request").exception();
    }
    At version = review.apiVersion();
    MutableAdmissionReview answer =
        MutableAdmissionReview.create()
            .apiVersion(version.present() ? version.node().asText() : "admission.k8s.io/v1")
            .kind("AdmissionReview");
    MutableAdmissionResponse response = answer.response().ensure().uid(request.uid().text());
    decide(request, mutating, response);
    exchange.respond(
        200, "application/json", answer.tree().toString().getBytes(StandardCharsets.UTF_8));
  }

  private void decide(
      AdmissionRequest request, boolean mutating, MutableAdmissionResponse response) {
    String resource = request.resource().resource().text();
    boolean core = request.resource().group().text().isEmpty();
    if (!(request.object().node() instanceof ObjectNode object) || !core) {
      response.allowed(true);
    } else if (resource.equals("configmaps")) {
      response.allowed(true);
      GmsaRules.warning(object).ifPresent(response.warnings().list()::add);
    } else if (resource.equals("pods") || resource.equals("bindings")) {
      pod(request, object, mutating, response);
    } else {
      response.allowed(true);
    }
  }

  /** Why a write to a pod is refused; empty if it is not. */
  private Optional<String> refusal(AdmissionRequest request, ObjectNode object, boolean mutating) {
    String part = request.subResource().text();
    if (PartialObjectMetadata.of(object).kind().text().equals("Binding")) {
      return ProtectedAnnotations.brought(object);
    }
    if (request.operation().text().equals("UPDATE")) {
      Optional<String> changed = ProtectedAnnotations.changed(object, request.oldObject().node());
      return changed.isPresent() || !part.equals("ephemeralcontainers")
          ? changed
          : use(request, object).or(() -> GmsaRules.unnoted(object, settled(request)));
    }
    if (!part.isEmpty()) {
      return Optional.empty();
    }
    String namespace = request.namespace().text();
    return use(request, object)
        .or(() -> mutating ? rules.forged(object, namespace) : rules.outdated(object, namespace));
  }

  private Optional<String> use(AdmissionRequest request, ObjectNode pod) {
    return GmsaRules.concernsNothing(pod)
        ? Optional.empty()
        : rules.refusal(
            pod,
            request.namespace().text(),
            user(request.userInfo()),
            NamedAccount.of(pod),
            settled(request));
  }

  private void pod(
      AdmissionRequest request,
      ObjectNode pod,
      boolean mutating,
      MutableAdmissionResponse response) {
    Optional<String> why;
    try {
      why = refusal(request, pod, mutating);
    } catch (ApiException e) {
      why = Optional.of(e.status().message());
    }
    response.allowed(why.isEmpty());
    if (why.isPresent()) {
      response.status().ensure().code(403).reason("Forbidden").message(why.get());
    } else if (mutating && request.operation().text().equals("CREATE")) {
      ArrayNode patch = patch(pod, request.namespace().text());
      if (!patch.isEmpty()) {
        byte[] operations = patch.toString().getBytes(StandardCharsets.UTF_8);
        response.patchType("JSONPatch").patch(Base64.getEncoder().encodeToString(operations));
      }
    }
  }

  /** Adds the contents of named specs, and which contents those of config maps are. */
  private ArrayNode patch(ObjectNode pod, String namespace) {
    ObjectNode filled = pod.deepCopy();
    rules.inline(filled, namespace);
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    SpecReferences.eachPointer(
        pointer -> {
          String field = pointer + "/windowsOptions/gmsaCredentialSpec";
          JsonNode now = filled.at(field);
          if (now.isTextual() && !pod.at(field).isTextual()) {
            out.addObject().put("op", "add").put("path", field).set("value", now);
          }
        },
        pod);
    note(Pod.of(pod).metadata().annotations(), Pod.of(filled).metadata().annotations(), out);
    return out;
  }

  private static void note(At before, At now, ArrayNode out) {
    JsonNode note = now.get(AdmittedSpecs.ANNOTATION).node();
    if (note.isMissingNode()) {
      return;
    }
    if (before.node().isObject()) {
      out.addObject()
          .put("op", "add")
          .put("path", "/metadata/annotations/" + AdmittedSpecs.ANNOTATION.replace("/", "~1"))
          .set("value", note);
    } else {
      out.addObject()
          .put("op", "add")
          .put("path", "/metadata/annotations")
          .putObject("value")
          .set(AdmittedSpecs.ANNOTATION, note);
    }
  }

  /** What a pod was created with is not looked at again when it gets another container. */
  private static Set<String> settled(AdmissionRequest request) {
    return AdmittedSpecs.of(request.oldObject().node())
        .map(specs -> specs.byConfigMap().keySet())
        .orElse(Set.of());
  }

  private static User user(UserInfo info) {
    Map<String, List<String>> extra = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> e : info.extra().node().properties()) {
      List<String> values = new ArrayList<>();
      e.getValue().forEach(value -> values.add(value.asText()));
      extra.put(e.getKey(), values);
    }
    return new User(info.username().text(), info.uid().text(), info.groups().texts(), extra);
  }
}
