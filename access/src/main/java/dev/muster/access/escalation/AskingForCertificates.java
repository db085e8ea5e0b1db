package dev.muster.access.escalation;

import dev.muster.access.escalation.Fact.Acting;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A certificate says who somebody is; who approves it decides. */
final class AskingForCertificates implements Way {
  private static final String CLIENT = "kubernetes.io/kube-apiserver-client";
  private static final String KUBELET = "kubernetes.io/kube-apiserver-client-kubelet";
  private static final String ANY = "kubernetes.io/*";

  private final PathSearch search;

  AskingForCertificates(PathSearch search) {
    this.search = search;
  }

  @Override
  public void from(Fact fact, List<Hold> fresh) {
    if (fresh.stream().noneMatch(AskingForCertificates::concerns)) {
      return;
    }
    for (Hold create : cluster(Lever.CREATE_CSRS)) {
      for (Hold approve : cluster(Lever.APPROVE_CSRS)) {
        for (Hold signer : cluster(Lever.APPROVE_SIGNERS)) {
          search.spend();
          if (create.nameless() && approve.withSameHand(signer) && name(approve) != null) {
            ask(create, approve, signer);
          }
        }
      }
    }
  }

  private static boolean concerns(Hold hold) {
    return switch (hold.lever()) {
      case CREATE_CSRS, APPROVE_CSRS, APPROVE_SIGNERS -> true;
      default -> false;
    };
  }

  private List<Hold> cluster(Lever lever) {
    return search.holds(lever).stream().filter(hold -> hold.scope().isEmpty()).toList();
  }

  private static @Nullable String name(Hold approve) {
    return approve.names().isEmpty()
        ? "path"
        : approve.names().stream()
            .filter(n -> !n.isEmpty() && !n.startsWith("-"))
            .findFirst()
            .orElse(null);
  }

  private void ask(Hold create, Hold approve, Hold signer) {
    if (signer.of(KUBELET) || signer.of(ANY)) {
      for (String node : search.known.nodes()) {
        offer(create, approve, signer, node(node), KUBELET);
      }
    }
    if (!signer.of(CLIENT) && !signer.of(ANY)) {
      return;
    }
    // all groups at once; that of those who may do anything is refused by admission
    Set<String> groups = new TreeSet<>(search.candidates().groups);
    groups.remove(User.MASTERS);
    groups.add("system:authenticated");
    groups.remove("system:unauthenticated");
    Set<String> users = new TreeSet<>(search.candidates().users);
    search.candidates().named.forEach(account -> users.add(account.userName()));
    users.add("somebody");
    users.remove("");
    for (String user : users) {
      User asked = new User(user, "", new ArrayList<>(groups), Map.of());
      offer(create, approve, signer, asked, CLIENT);
    }
  }

  static User node(String name) {
    return User.of("system:node:" + name, "system:nodes", "system:authenticated");
  }

  private void offer(Hold create, Hold approve, Hold signer, User user, String name) {
    Fact actor = approve.by() instanceof Acting ? approve.by() : signer.by();
    Set<Fact> premises = new LinkedHashSet<>(List.of(actor, approve.by(), signer.by()));
    premises.add(create.by());
    StringBuilder subject = new StringBuilder("/CN=" + escaped(user.name()));
    user.groups().stream()
        .filter(group -> !group.equals("system:authenticated"))
        .forEach(group -> subject.append("/O=").append(escaped(group)));
    String csr = String.valueOf(name(approve));
    search.offer(
        new Acting(user, true),
        premises,
        List.of(
            new EscalationStep(
                "ask for a certificate of "
                    + ServiceAccountName.of(user.name())
                        .map(TakingAccounts::describe)
                        .orElse("User " + GoText.quote(user.name()))
                    + " from signer "
                    + name,
                "openssl req -new -nodes -newkey rsa:2048 -keyout path.key -out path.csr -subj "
                    + ShellText.quote(subject.toString())
                    + "; "
                    + search.kubectl.line(create.by(), "", "create -f csr.yaml")),
            new EscalationStep(
                "approve it, and take the certificate",
                search.kubectl.line(actor, "", "certificate approve " + ShellText.quote(csr)))));
  }

  private static String escaped(String name) {
    return name.replace("\\", "\\\\").replace("/", "\\/");
  }
}
