package dev.muster.apiserver.authn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.User;
import dev.muster.base.go.GoText;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A TokenReview as a remote service is sent it, and as it answers. */
record TokenReviewCall(TokenReviewVersion version, String token, List<String> audiences) {
  private static final String KIND = "TokenReview";

  byte[] body() {
    ObjectNode review = JsonNodeFactory.instance.objectNode();
    review.put("kind", KIND).put("apiVersion", version.apiVersion()).putObject("metadata");
    ArrayNode meantFor = review.putObject("spec").put("token", token).putArray("audiences");
    audiences.forEach(meantFor::add);
    review.putObject("status").putObject("user");
    return review.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * What the service said.
   *
   * @param apiAudiences whom the token is meant for if the service does not say
   * @throws IOException if it is not a review
   */
  TokenResult result(String answer, List<String> apiAudiences) throws IOException {
    JsonNode review = Trees.parse(answer.getBytes(StandardCharsets.UTF_8));
    String kind = review.path("kind").asText();
    String said = review.path("apiVersion").asText();
    if (!kind.equals(KIND) || !said.equals(version.apiVersion())) {
      throw new IOException(
          "the answer is of kind %s, version %s, and not a %s of version %s"
              .formatted(GoText.brief(kind), GoText.brief(said), KIND, version.apiVersion()));
    }
    JsonNode status = review.path("status");
    List<String> named = texts(status.path("audiences"));
    List<String> good =
        audiences.stream().filter((named.isEmpty() ? apiAudiences : named)::contains).toList();
    if (good.isEmpty()) {
      return new TokenResult.Unknown();
    }
    if (!status.path("authenticated").asBoolean()) {
      String error = status.path("error").asText();
      return error.isEmpty() ? new TokenResult.Unknown() : new TokenResult.Rejected(error);
    }
    User user = user(status.path("user"));
    return user.name().isEmpty()
        ? new TokenResult.Rejected("the authentication webhook names no user")
        : new TokenResult.Accepted(user, good);
  }

  private static User user(JsonNode user) {
    Map<String, List<String>> extra = new LinkedHashMap<>();
    user.path("extra").properties().forEach(e -> extra.put(e.getKey(), texts(e.getValue())));
    return new User(
        user.path("username").asText(),
        user.path("uid").asText(),
        texts(user.path("groups")),
        extra);
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>(list.size());
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  @Override
  public String toString() {
    return "TokenReviewCall[" + version + "]";
  }
}
