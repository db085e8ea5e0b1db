package com.example.teams;

import dev.muster.authz.Authorizer;
import dev.muster.authz.AuthorizerFactory;

/** Makes mode {@code TeamNamespaces}. */
public final class TeamNamespacesFactory implements AuthorizerFactory {
  @Override
  public String name() {
    return "TeamNamespaces";
  }

  @Override
  public Authorizer create() {
    return new TeamNamespaces();
  }
}
