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
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
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
    JsonNode review;
    try {
      review = Trees.parse(exchange.body(LONGEST));
    } catch (IOException e) {
      throw Status.badRequest("the body is not valid JSON: " + e.getMessage()).exception();
    }
    JsonNode request = review.path("request");
    if (!request.path("uid").isTextual()) {
      throw Status.badRequest("the body is no AdmissionReview with a request").exception();
    }
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer
        .put("apiVersion", review.path("apiVersion").asText("admission.k8s.io/v1"))
        .put("kind", "AdmissionReview");
    ObjectNode response = answer.putObject("response");
    response.put("uid", request.get("uid").textValue());
    decide(request, mutating, response);
    exchange.respond(200, "application/json", answer.toString().getBytes(StandardCharsets.UTF_8));
  }

  private void decide(JsonNode request, boolean mutating, ObjectNode response) {
    String resource = request.path("resource").path("resource").asText();
    boolean core = request.path("resource").path("group").asText().isEmpty();
    if (!(request.path("object") instanceof ObjectNode object) || !core) {
      response.put("allowed", true);
    } else if (resource.equals("configmaps")) {
      response.put("allowed", true);
      GmsaRules.warning(object).ifPresent(response.putArray("warnings")::add);
    } else if (resource.equals("pods") || resource.equals("bindings")) {
      pod(request, object, mutating, response);
    } else {
      response.put("allowed", true);
    }
  }

  /** Why a write to a pod is refused; empty if it is not. */
  private Optional<String> refusal(JsonNode request, ObjectNode object, boolean mutating) {
    String part = request.path("subResource").asText();
    if (object.path("kind").asText().equals("Binding")) {
      return ProtectedAnnotations.brought(object);
    }
    if (request.path("operation").asText().equals("UPDATE")) {
      Optional<String> changed = ProtectedAnnotations.changed(object, request.path("oldObject"));
      return changed.isPresent() || !part.equals("ephemeralcontainers")
          ? changed
          : use(request, object).or(() -> GmsaRules.unnoted(object, settled(request)));
    }
    if (!part.isEmpty()) {
      return Optional.empty();
    }
    String namespace = request.path("namespace").asText();
    return use(request, object)
        .or(() -> mutating ? rules.forged(object, namespace) : rules.outdated(object, namespace));
  }

  private Optional<String> use(JsonNode request, ObjectNode pod) {
    return GmsaRules.concernsNothing(pod)
        ? Optional.empty()
        : rules.refusal(
            pod,
            request.path("namespace").asText(),
            user(request.path("userInfo")),
            NamedAccount.of(pod),
            settled(request));
  }

  private void pod(JsonNode request, ObjectNode pod, boolean mutating, ObjectNode response) {
    Optional<String> why;
    try {
      why = refusal(request, pod, mutating);
    } catch (ApiException e) {
      why = Optional.of(e.status().message());
    }
    response.put("allowed", why.isEmpty());
    if (why.isPresent()) {
      response
          .putObject("status")
          .put("code", 403)
          .put("reason", "Forbidden")
          .put("message", why.get());
    } else if (mutating && request.path("operation").asText().equals("CREATE")) {
      ArrayNode patch = patch(pod, request.path("namespace").asText());
      if (!patch.isEmpty()) {
        response.put("patchType", "JSONPatch");
        response.put(
            "patch",
            Base64.getEncoder().encodeToString(patch.toString().getBytes(StandardCharsets.UTF_8)));
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
    note(pod.path("metadata").path("annotations"), filled, out);
    return out;
  }

  private static void note(JsonNode annotations, ObjectNode filled, ArrayNode out) {
    JsonNode note = filled.at("/metadata/annotations").path(AdmittedSpecs.ANNOTATION);
    if (note.isMissingNode()) {
      return;
    }
    if (annotations.isObject()) {
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
  private static Set<String> settled(JsonNode request) {
    return AdmittedSpecs.of(request.path("oldObject"))
        .map(specs -> specs.byConfigMap().keySet())
        .orElse(Set.of());
  }

  private static User user(JsonNode info) {
    List<String> groups = new ArrayList<>();
    info.path("groups").forEach(group -> groups.add(group.asText()));
    Map<String, List<String>> extra = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> e : info.path("extra").properties()) {
      List<String> values = new ArrayList<>();
      e.getValue().forEach(value -> values.add(value.asText()));
      extra.put(e.getKey(), values);
    }
    return new User(info.path("username").asText(), info.path("uid").asText(), groups, extra);
  }
}
