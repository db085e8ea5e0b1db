package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.authn.BearerTokens;
import dev.muster.apiserver.authn.TokenResult;
import dev.muster.authz.User;
import dev.muster.model.status.Status;
import dev.muster.views.AuthenticationV1;
import dev.muster.views.AuthenticationV1.MutableTokenReview;
import dev.muster.views.AuthenticationV1.MutableTokenReviewStatus;
import dev.muster.views.AuthenticationV1.TokenReviewSpec;

/** Whose token is this? */
final class TokenReview implements Review {
  private static final String UNKNOWN = "invalid bearer token";

  private final BearerTokens tokens;

  TokenReview(BearerTokens tokens) {
    this.tokens = tokens;
  }

  @Override
  public void validate(ObjectNode review) {
    if (AuthenticationV1.TokenReview.of(review).spec().token().text().isEmpty()) {
      throw Status.badRequest("token is required for TokenReview in authentication").exception();
    }
  }

  @Override
  public ObjectNode answer(User asker, ObjectNode review) {
    TokenReviewSpec spec = AuthenticationV1.TokenReview.of(review).spec();
    MutableTokenReviewStatus status = MutableTokenReview.of(review).status().replace();
    switch (tokens.review(spec.token().text(), spec.audiences().texts())) {
      case TokenResult.Accepted accepted -> {
        status.authenticated(true).user(UserInfo.write(accepted.user()));
        accepted.audiences().forEach(audience -> status.audiences().list().add(audience));
      }
      case TokenResult.Rejected rejected -> refuse(status, rejected.why());
      case TokenResult.Unknown unknown -> refuse(status, UNKNOWN);
    }
    return review;
  }

  private static void refuse(MutableTokenReviewStatus status, String why) {
    status.user().replace();
    status.error(why);
  }
}
