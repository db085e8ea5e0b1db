package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.ApiextensionsV1.CustomResourceDefinition;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;

/** Groups of the community need somebody's approval, or a word that there is none. */
record ApiApproval(State state, String annotation, String message) {
  static final String ANNOTATION = "api-approved.kubernetes.io";
  private static final String SEE = ", see https://github.com/kubernetes/enhancements/pull/1111";

  enum State {
    NOT_NEEDED(""),
    MISSING("MissingAnnotation"),
    INVALID("InvalidAnnotation"),
    APPROVED("ApprovedAnnotation"),
    BYPASSED("UnapprovedAnnotation");

    private final String reason;

    State(String reason) {
      this.reason = reason;
    }

    String reason() {
      return reason;
    }
  }

  static ApiApproval of(CustomResourceDefinition definition) {
    String group = definition.spec().group().text();
    String annotation = annotation(definition);
    boolean needed =
        group.equals("k8s.io")
            || group.endsWith(".k8s.io")
            || group.equals("kubernetes.io")
            || group.endsWith(".kubernetes.io");
    if (!needed) {
      return new ApiApproval(State.NOT_NEEDED, annotation, "");
    }
    String must = "protected groups must have approval annotation " + GoText.quote(ANNOTATION);
    if (annotation.isEmpty()) {
      return new ApiApproval(State.MISSING, annotation, must + SEE);
    }
    if (annotation.startsWith("unapproved")) {
      return new ApiApproval(
          State.BYPASSED, annotation, "not approved: " + GoText.quote(annotation));
    }
    return isAddress(annotation)
        ? new ApiApproval(State.APPROVED, annotation, "approved in " + annotation)
        : new ApiApproval(
            State.INVALID,
            annotation,
            must + " with either a URL or a reason starting with \"unapproved\"" + SEE);
  }

  static String annotation(CustomResourceDefinition definition) {
    return definition.metadata().annotations().get(ANNOTATION).text();
  }

  private static boolean isAddress(String text) {
    try {
      URI uri = new URI(text);
      return uri.getHost() != null && uri.getScheme() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Finds fault with what is missing or wrong, unless it was so before. */
  static void validate(JsonNode definition, @Nullable JsonNode old, Errors errors) {
    ApiApproval now = of(CustomResourceDefinition.of(definition));
    if (old != null && of(CustomResourceDefinition.of(old)).state == now.state) {
      return;
    }
    Path at = Path.of("metadata", "annotations").key(ANNOTATION);
    switch (now.state) {
      case INVALID -> errors.invalidText(at, now.annotation, now.message);
      case MISSING -> errors.required(at, now.message);
      case NOT_NEEDED, APPROVED, BYPASSED -> {}
    }
  }
}
