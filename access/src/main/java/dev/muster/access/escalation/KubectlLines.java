package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.Fact.Acting;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.views.CoreV1.MutablePod;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lines of kubectl, as whom one acts. */
final class KubectlLines {
  private static final List<String> ADDED =
      List.of("system:authenticated", "system:unauthenticated");
  private static final String TOKEN_FILE = "/var/run/secrets/kubernetes.io/serviceaccount/token";

  private final User self;
  private final Map<Acting, Acting> senders = new HashMap<>();

  KubectlLines(User self) {
    this.self = self;
  }

  /** Remembers who sends the requests in which one acts as somebody. */
  void sends(Acting as, Acting sender) {
    if (!as.credential()) {
      senders.put(as, sender);
    }
  }

  /** A line, in a namespace unless that is empty; arguments are quoted already. */
  String line(Fact by, String namespace, String arguments) {
    return "kubectl"
        + as(by)
        + (namespace.isEmpty() ? "" : " -n " + ShellText.quote(namespace))
        + " "
        + arguments;
  }

  /** A line that somebody sends in another's name. */
  String line(Acting as, Acting sender, String arguments) {
    return "kubectl" + as(sender) + impersonating(as.user()) + " " + arguments;
  }

  /** The flags by which one is taken for whom one acts as. */
  private String as(Fact by) {
    if (!(by instanceof Acting acting) || acting.user().equals(self)) {
      return "";
    }
    if (acting.credential()) {
      return ServiceAccountName.of(acting.user().name())
          .map(account -> " --token=\"$" + variable(account) + "\"")
          .orElse(" --client-certificate=path.crt --client-key=path.key");
    }
    Acting sender = senders.get(acting);
    return (sender == null ? "" : as(sender)) + impersonating(acting.user());
  }

  /** Groups that a server adds by itself need no flag, nor the right to it. */
  private static String impersonating(User user) {
    StringBuilder flags = new StringBuilder(" --as=" + ShellText.quote(user.name()));
    List<String> own =
        ServiceAccountName.of(user.name())
            .map(account -> User.authenticated(account).groups())
            .orElse(List.of());
    for (String group : user.groups()) {
      if (!user.groups().equals(own) && !ADDED.contains(group)) {
        flags.append(" --as-group=").append(ShellText.quote(group));
      }
    }
    return flags.toString();
  }

  /** Where a token is kept from the step that gets it. */
  static String variable(ServiceAccountName account) {
    return word(account.namespace()) + "__" + word(account.name());
  }

  private static String word(String name) {
    String word = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    return word.isEmpty() || Character.isDigit(word.charAt(0)) ? "_" + word : word;
  }

  /** A line that brings a token, with a word on where later steps expect it. */
  static String keeping(ServiceAccountName account, String line) {
    String variable = variable(account);
    return line.startsWith(variable + "=") ? line : line + "  # the token: " + variable;
  }

  String run(Fact by, String namespace, ObjectNode spec) {
    MutablePod overrides = MutablePod.create();
    overrides.spec().set(spec);
    return line(
        by,
        namespace,
        "run path --image=busybox --restart=Never --overrides="
            + ShellText.quote(overrides.tree().toString())
            + " -- cat "
            + TOKEN_FILE);
  }

  /** A patch in JSON. */
  String patch(Fact by, String namespace, String what, String name, ObjectNode patch) {
    return line(
        by,
        namespace,
        "patch "
            + what
            + "/"
            + ShellText.quote(name)
            + " --type=merge -p "
            + ShellText.quote(patch.toString()));
  }

  String exec(Fact by, ServiceAccountName account, String pod) {
    return line(
        by, account.namespace(), "exec pod/" + ShellText.quote(pod) + " -- cat " + TOKEN_FILE);
  }
}
