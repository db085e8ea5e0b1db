package dev.muster.apiserver.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.request.RequestInfo;

/** Which contents nobody is to read in a log, whatever a policy says. */
enum Confidentiality {
  NONE,
  /** A secret's data, and whatever may repeat it. */
  SECRET,
  /** Bearer tokens: those that are asked about, and those that are given. */
  TOKEN,
  /** Objects in questions about access, which may be anything. */
  QUESTION;

  /** Of what a request is about. */
  static Confidentiality of(RequestInfo info) {
    if (info.group().isEmpty() && info.resource().equals("secrets")) {
      return SECRET;
    }
    if (info.group().equals("access.muster.dev")) {
      return QUESTION;
    }
    boolean token =
        info.group().isEmpty()
                && info.resource().equals("serviceaccounts")
                && info.subresource().equals("token")
            || info.group().equals("authentication.k8s.io")
                && info.resource().equals("tokenreviews");
    return token ? TOKEN : NONE;
  }

  /** Of an object by its own word, if that is stricter than this. */
  Confidentiality with(JsonNode object) {
    return switch (object.path("kind").asText()) {
      case "Secret", "SecretList" -> SECRET;
      case "TokenRequest", "TokenReview" -> this == NONE ? TOKEN : this;
      default -> this;
    };
  }
}
