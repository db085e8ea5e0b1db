package dev.muster.apiserver.impersonation;

import dev.muster.apiserver.authn.ServiceAccountUser;
import dev.muster.authz.User;
import dev.muster.model.names.Names;
import java.util.List;
import java.util.Optional;

/** The ways in which one user can be taken for another, in the order in which they are tried. */
enum ImpersonationMode {
  /** A service account, for the node that its pod runs on. */
  ASSOCIATED_NODE("associated-node") {
    @Override
    boolean applies(WantedUser wanted, User requestor) {
      return wanted.onlyNamed()
          && ServiceAccountUser.parse(requestor.name()).isPresent()
          && node(wanted.name())
              .map(List::of)
              .map(name -> name.equals(requestor.extra().get(NODE_NAME)))
              .orElse(false);
    }
  },
  ARBITRARY_NODE("arbitrary-node") {
    @Override
    boolean applies(WantedUser wanted, User requestor) {
      return wanted.onlyNamed() && node(wanted.name()).isPresent();
    }
  },
  SERVICE_ACCOUNT("serviceaccount") {
    @Override
    boolean applies(WantedUser wanted, User requestor) {
      return wanted.onlyNamed() && ServiceAccountUser.parse(wanted.name()).isPresent();
    }
  },
  USER_INFO("user-info") {
    @Override
    boolean applies(WantedUser wanted, User requestor) {
      return node(wanted.name()).isEmpty() && ServiceAccountUser.parse(wanted.name()).isEmpty();
    }
  },
  /** Anybody for any request, as it always was. */
  LEGACY("") {
    @Override
    boolean applies(WantedUser wanted, User requestor) {
      return true;
    }
  };

  private static final String NODE_NAME = "authentication.kubernetes.io/node-name";
  private static final String NODE_PREFIX = "system:node:";

  private final String text;

  ImpersonationMode(String text) {
    this.text = text;
  }

  /** Whether this is a way for the requestor to be taken for the wanted user at all. */
  abstract boolean applies(WantedUser wanted, User requestor);

  boolean constrained() {
    return this != LEGACY;
  }

  /** The verb on users, groups and the like. */
  String verb() {
    return constrained() ? "impersonate:" + text : "impersonate";
  }

  /** The verb on what is requested. */
  String verbOn(String verb) {
    return "impersonate-on:" + text + ":" + verb;
  }

  /** The node that a user name stands for. */
  static Optional<String> node(String user) {
    String name = user.startsWith(NODE_PREFIX) ? user.substring(NODE_PREFIX.length()) : "";
    return user.startsWith(NODE_PREFIX) && Names.subdomain(name, false).isEmpty()
        ? Optional.of(name)
        : Optional.empty();
  }
}
