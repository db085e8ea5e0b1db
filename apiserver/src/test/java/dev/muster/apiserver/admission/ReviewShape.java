package dev.muster.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.Target;
import dev.muster.model.scheme.Kind;
import java.util.List;
import java.util.Map;

/** The request of an AdmissionReview as Kubernetes writes it. */
final class ReviewShape {
  private static final Map<String, String> OPTIONS =
      Map.of(
          "CREATE", "CreateOptions",
          "UPDATE", "UpdateOptions",
          "DELETE", "DeleteOptions",
          "CONNECT", "");

  private ReviewShape() {}

  static void check(JsonNode review, AdmittedRequest request) {
    Kind resource = request.kind();
    Target carried = request.carries();
    String operation = request.row().operation();
    for (String field : List.of("kind", "requestKind")) {
      assertThat(review.get(field).toString())
          .isEqualTo(
              "{\"group\":\"%s\",\"version\":\"%s\",\"kind\":\"%s\"}"
                  .formatted(carried.group(), carried.version(), carried.kind()));
    }
    for (String field : List.of("resource", "requestResource")) {
      assertThat(review.get(field).toString())
          .isEqualTo(
              "{\"group\":\"%s\",\"version\":\"%s\",\"resource\":\"%s\"}"
                  .formatted(resource.group(), resource.version(), resource.plural()));
    }
    for (String field : List.of("subResource", "requestSubResource")) {
      assertThat(review.path(field).asText()).isEqualTo(request.info().subresource());
    }
    String row = request.row().object();
    assertThat(carried.apiVersion() + " " + carried.kind())
        .isEqualTo(row.equals("*") ? resource.apiVersion() + " " + resource.kind() : row);
    assertThat(review.path("operation").asText()).isEqualTo(operation);
    assertThat(review.path("name").asText()).isEqualTo(request.name());
    assertThat(review.path("namespace").asText())
        .isEqualTo(
            resource.kind().equals("Namespace") ? request.name() : request.info().namespace());
    assertThat(review.get("dryRun").isBoolean()).isTrue();
    assertThat(review.at("/options/kind").asText()).isEqualTo(OPTIONS.get(operation));
    object(review.get("object"), carried, !operation.equals("DELETE"));
    object(review.get("oldObject"), carried, request.old());
  }

  private static void object(JsonNode object, Target carried, boolean there) {
    assertThat(object.isNull()).isEqualTo(!there);
    assertThat(object.path("kind").asText()).isEqualTo(there ? carried.kind() : "");
    assertThat(object.path("apiVersion").asText()).isEqualTo(there ? carried.apiVersion() : "");
  }
}
