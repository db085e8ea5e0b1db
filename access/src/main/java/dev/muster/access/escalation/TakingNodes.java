package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.escalation.Fact.Acting;
import dev.muster.access.escalation.Fact.OnNodes;
import dev.muster.access.escalation.Fact.WindowsAccount;
import dev.muster.access.escalation.Inventory.RunningPod;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.go.GoText;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutablePodSpec;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Pods that are more than pods: root on their node, or with a Windows account. */
final class TakingNodes implements Way {
  private final PathSearch search;

  TakingNodes(PathSearch search) {
    this.search = search;
  }

  @Override
  public void from(Fact fact, List<Hold> fresh) {
    if (fact instanceof OnNodes) {
      nodes(fact);
      return;
    }
    boolean concerned =
        fresh.stream()
            .anyMatch(
                hold ->
                    switch (hold.lever()) {
                      case CREATE_PODS, USE_POLICIES, USE_OLD_POLICIES, USE_CREDENTIAL_SPECS ->
                          true;
                      default -> false;
                    });
    if (concerned) {
      for (Hold pods : search.holds(Lever.CREATE_PODS)) {
        if (pods.nameless()) {
          privileged(pods);
          windows(pods);
        }
      }
    }
  }

  /** Who is root on a node has what its agent and its pods have. */
  private void nodes(Fact fact) {
    for (RunningPod pod : search.known.pods()) {
      TakingAccounts.take(
          search,
          pod.account(),
          List.of(fact),
          "read the token of pod "
              + GoText.quote(pod.name())
              + " on its node: it runs as "
              + TakingAccounts.describe(pod.account())
              + pod.condition(),
          "cat /var/lib/kubelet/pods/*/volumes/kubernetes.io~projected/*/token");
    }
    for (String node : new TreeSet<>(search.known.nodes())) {
      search.offer(
          new Acting(AskingForCertificates.node(node), true),
          List.of(fact),
          List.of(
              new EscalationStep(
                  "speak as the agent of node " + GoText.quote(node) + ", with its certificate",
                  "cat /var/lib/kubelet/pki/kubelet-client-current.pem")));
    }
  }

  private void privileged(Hold pods) {
    for (String namespace : search.candidates().namespaces) {
      search.spend();
      if (!pods.in(namespace) || search.known.restricted().contains(namespace)) {
        continue;
      }
      lets(pods, namespace)
          .ifPresent(
              premises -> {
                premises.add(pods.by());
                search.offer(
                    new OnNodes(),
                    premises,
                    List.of(
                        new EscalationStep(
                            "create a privileged pod in namespace "
                                + GoText.quote(namespace)
                                + ", on a node of one's choice: nothing that is known forbids it",
                            search.kubectl.run(pods.by(), namespace, privileged()))));
              });
      return;
    }
  }

  /** What it takes that pod security policies let a privileged pod pass; empty if they do not. */
  private Optional<Set<Fact>> lets(Hold pods, String namespace) {
    if (search.known.policies().isEmpty()) {
      return Optional.of(new LinkedHashSet<>());
    }
    for (String policy : new TreeSet<>(search.known.policies().get())) {
      for (Lever lever : List.of(Lever.USE_POLICIES, Lever.USE_OLD_POLICIES)) {
        for (Hold use : search.holds(lever)) {
          if (use.withSameHand(pods) && use.in(namespace) && use.of(policy)) {
            return Optional.of(new LinkedHashSet<>(List.of(pods.by(), use.by())));
          }
        }
      }
      for (ServiceAccountName account : search.candidates().accountsIn(namespace)) {
        if (mayUse(User.authenticated(account), policy, namespace)) {
          return Optional.of(new LinkedHashSet<>());
        }
      }
    }
    return Optional.empty();
  }

  private boolean mayUse(User user, String policy, String namespace) {
    return List.of("policy", "extensions").stream()
        .anyMatch(
            group ->
                search
                    .policy
                    .authorize(
                        Attributes.resource(
                            user, "use", group, "*", "podsecuritypolicies", "", namespace, policy))
                    .allowed());
  }

  private static ObjectNode privileged() {
    MutablePodSpec spec = MutablePodSpec.create().nodeName("NODE").hostPID(true);
    MutableContainer container = spec.containers().add().name("path").image("busybox");
    container.securityContext().ensure().privileged(true);
    List.of("nsenter", "-t1", "-m", "sh").forEach(container.command().list()::add);
    return spec.tree();
  }

  private void windows(Hold pods) {
    for (Hold use : search.holds(Lever.USE_CREDENTIAL_SPECS)) {
      boolean here =
          use.scope().isEmpty() || pods.scope().isEmpty() || use.scope().equals(pods.scope());
      if (!here || !use.withSameHand(pods)) {
        continue;
      }
      String namespace = pods.scope().isEmpty() ? use.scope() : pods.scope();
      for (String spec : new TreeSet<>(search.known.credentialSpecs())) {
        if (use.of(spec)) {
          MutablePodSpec pod = MutablePodSpec.create();
          pod.securityContext().ensure().windowsOptions().ensure().gmsaCredentialSpecName(spec);
          Fact actor = pods.by() instanceof Acting ? pods.by() : use.by();
          search.offer(
              new WindowsAccount(spec),
              new LinkedHashSet<>(List.of(actor, pods.by(), use.by())),
              List.of(
                  new EscalationStep(
                      "create a pod with GMSACredentialSpec " + GoText.quote(spec),
                      search.kubectl.run(actor, namespace, pod.tree()))));
        }
      }
    }
  }
}
