package dev.muster.apiserver.authzconfig;

import dev.muster.authz.Authorizer;
import dev.muster.authz.RuleResolver;

/** An authorizer that lives as long as the server, whatever configurations come and go. */
public record BuiltInAuthorizer(Authorizer authorizer, RuleResolver rules) {

  public static <A extends Authorizer & RuleResolver> BuiltInAuthorizer of(A authorizer) {
    return new BuiltInAuthorizer(authorizer, authorizer);
  }
}
