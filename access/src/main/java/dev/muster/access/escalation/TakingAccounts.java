package dev.muster.access.escalation;

import dev.muster.access.escalation.Fact.Acting;
import dev.muster.access.escalation.Inventory.TokenSecret;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.go.GoText;
import dev.muster.views.CoreV1.MutableSecret;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Tokens of service accounts: asked for, read in secrets. */
final class TakingAccounts implements Way {
  private static final String TYPE = "kubernetes.io/service-account-token";

  private final PathSearch search;

  TakingAccounts(PathSearch search) {
    this.search = search;
  }

  @Override
  public void from(Fact fact, List<Hold> fresh) {
    for (Hold hold : fresh) {
      switch (hold.lever()) {
        case CREATE_TOKENS -> tokens(hold);
        case GET_SECRETS -> {
          secrets(hold);
          search.holds(Lever.CREATE_SECRETS).forEach(made -> madeSecrets(made, hold));
        }
        case LIST_SECRETS -> {
          // a list has no name, unless by a field selector that says it
          secrets(hold);
          search.holds(Lever.CREATE_SECRETS).forEach(made -> madeSecrets(made, hold));
        }
        case CREATE_SECRETS -> {
          search.holds(Lever.GET_SECRETS).forEach(read -> madeSecrets(hold, read));
          search.holds(Lever.LIST_SECRETS).forEach(read -> madeSecrets(hold, read));
        }
        default -> {}
      }
    }
  }

  private void tokens(Hold hold) {
    for (ServiceAccountName account : accounts(search, hold)) {
      if (hold.of(account.name())) {
        String line =
            search.kubectl.line(
                hold.by(), account.namespace(), "create token " + ShellText.quote(account.name()));
        take(
            search,
            account,
            List.of(hold.by()),
            "ask for a token of " + describe(account),
            KubectlLines.variable(account) + "=$(" + line + ")");
      }
    }
  }

  private void secrets(Hold hold) {
    for (TokenSecret secret : search.known.tokens()) {
      ServiceAccountName account = secret.account();
      if (hold.in(account.namespace()) && hold.of(secret.name())) {
        take(
            search,
            account,
            List.of(hold.by()),
            "read the token of " + describe(account) + " in Secret " + GoText.quote(secret.name()),
            read(hold, account, secret.name()));
      }
    }
  }

  /** A secret that asks for a token gets it. */
  private void madeSecrets(Hold made, Hold read) {
    if (!made.nameless() || (!made.scope().isEmpty() && !read.in(made.scope()))) {
      return;
    }
    String name = read.names().stream().filter(n -> !n.isEmpty()).findFirst().orElse("path");
    if (!read.of(name)) {
      return;
    }
    for (ServiceAccountName account : accounts(search, made)) {
      if (!read.in(account.namespace())) {
        continue;
      }
      MutableSecret secret = MutableSecret.create().apiVersion("v1").kind("Secret").type(TYPE);
      MutableObjectMeta metadata = secret.metadata().ensure().name(name);
      metadata.annotations().map().put("kubernetes.io/service-account.name", account.name());
      String line =
          "printf %s "
              + ShellText.quote(secret.tree().toString())
              + " | "
              + search.kubectl.line(made.by(), account.namespace(), "create -f -");
      Set<Fact> premises = new LinkedHashSet<>(List.of(read.by(), made.by()));
      search.offer(
          new Acting(User.authenticated(account), true),
          premises,
          List.of(
              new EscalationStep(
                  "create a Secret that asks for a token of " + describe(account), line),
              new EscalationStep(
                  "read the token that was put into it", read(read, account, name))));
    }
  }

  private String read(Hold hold, ServiceAccountName account, String secret) {
    String arguments =
        hold.lever() == Lever.GET_SECRETS
            ? "get secret/" + ShellText.quote(secret)
            : "get secrets "
                + ShellText.quote("--field-selector=metadata.name=" + secret)
                + (hold.verb().equals("watch") ? " --watch-only" : "");
    String path = hold.lever() == Lever.GET_SECRETS ? "{.data.token}" : "{..data.token}";
    return KubectlLines.variable(account)
        + "=$("
        + search.kubectl.line(
            hold.by(), account.namespace(), arguments + " -o jsonpath='" + path + "'")
        + " | base64 -d)";
  }

  static String describe(ServiceAccountName account) {
    return "ServiceAccount " + GoText.quote(account.name() + "/" + account.namespace());
  }

  /** Those that are there, where the lever counts. */
  static List<ServiceAccountName> accounts(PathSearch search, Hold hold) {
    if (!hold.scope().isEmpty()) {
      return List.copyOf(search.candidates().accountsIn(hold.scope()));
    }
    List<ServiceAccountName> all = new ArrayList<>();
    search.candidates().accounts.values().forEach(all::addAll);
    search.spend(all.size());
    return all;
  }

  /** Offers to speak as an account. */
  static void take(
      PathSearch search,
      ServiceAccountName account,
      Collection<Fact> premises,
      String sentence,
      String command) {
    search.offer(
        new Acting(User.authenticated(account), true),
        premises,
        List.of(new EscalationStep(sentence, KubectlLines.keeping(account, command))));
  }
}
