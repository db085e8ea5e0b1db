package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.authn.BearerTokens;
import dev.muster.apiserver.authn.TokenResult;
import dev.muster.authz.User;
import dev.muster.model.field.At;
import dev.muster.model.status.Status;

/** Whose token is this? */
final class TokenReview implements Review {
  private static final String UNKNOWN = "invalid bearer token";

  private final BearerTokens tokens;

  TokenReview(BearerTokens tokens) {
    this.tokens = tokens;
  }

  @Override
  public void validate(ObjectNode question) {
    if (At.root(question).get("spec").text("token").isEmpty()) {
      throw Status.badRequest("token is required for TokenReview in authentication").exception();
    }
  }

  @Override
  public ObjectNode answer(User asker, ObjectNode question) {
    At spec = At.root(question).get("spec");
    ObjectNode status = question.putObject("status");
    switch (tokens.review(spec.text("token"), spec.get("audiences").texts())) {
      case TokenResult.Accepted accepted -> {
        status.put("authenticated", true);
        status.set("user", UserInfo.write(accepted.user()));
        if (!accepted.audiences().isEmpty()) {
          accepted.audiences().forEach(status.putArray("audiences")::add);
        }
      }
      case TokenResult.Rejected rejected -> refuse(status, rejected.why());
      case TokenResult.Unknown unknown -> refuse(status, UNKNOWN);
    }
    return question;
  }

  private static void refuse(ObjectNode status, String why) {
    status.putObject("user");
    status.put("error", why);
  }
}
