package dev.muster.apiserver.authn;

import dev.muster.base.ServiceAccountName;
import dev.muster.model.names.Names;
import java.util.Optional;

/** Users that are service accounts. */
public final class ServiceAccountUser {
  private ServiceAccountUser() {}

  /** The account that a user name stands for, if there can be one of that name. */
  public static Optional<ServiceAccountName> parse(String user) {
    return ServiceAccountName.of(user)
        .filter(
            account ->
                Names.label(account.namespace(), false).isEmpty()
                    && Names.subdomain(account.name(), false).isEmpty());
  }
}
