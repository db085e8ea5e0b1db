package dev.muster.apiserver.reviews;

import dev.muster.apiserver.authn.BearerTokens;
import dev.muster.authz.Authorizer;
import dev.muster.authz.RuleResolver;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * Everything in this package that a server serves.
 *
 * @param byPlural those that are answered and not stored, by the plural of their kind
 * @param questions those of {@code access.muster.dev}, by the plural of their kind with its group
 * @param lists of many questions, if they are answered
 */
public record Reviews(
    Map<String, Review> byPlural,
    Map<String, Review> questions,
    Optional<ReviewLists> lists,
    TokenRequests tokens,
    OpenIdDocuments openId) {

  public Reviews {
    byPlural = Map.copyOf(byPlural);
    questions = Map.copyOf(questions);
  }

  /** With those of {@code access.muster.dev}. */
  public Reviews with(Map<String, Review> access, ReviewLists many) {
    return new Reviews(byPlural, access, Optional.of(many), tokens, openId);
  }

  public static Reviews of(
      Authorizer authorizer,
      RuleResolver rules,
      BearerTokens bearerTokens,
      TokenRequests tokens,
      OpenIdDocuments openId,
      InstantSource clock) {
    return new Reviews(
        Map.of(
            "subjectaccessreviews", new AccessReview(AccessReview.About.ANYONE, authorizer),
            "localsubjectaccessreviews",
                new AccessReview(AccessReview.About.ANYONE_IN_NAMESPACE, authorizer),
            "selfsubjectaccessreviews", new AccessReview(AccessReview.About.ASKER, authorizer),
            "selfsubjectrulesreviews", new RulesReview(rules),
            "selfsubjectreviews", new SelfReview(clock),
            "tokenreviews", new TokenReview(bearerTokens)),
        Map.of(),
        Optional.empty(),
        tokens,
        openId);
  }
}
