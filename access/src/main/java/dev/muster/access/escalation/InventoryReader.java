package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.access.escalation.Inventory.RunningPod;
import dev.muster.access.escalation.Inventory.TokenSecret;
import dev.muster.access.escalation.Inventory.Workload;
import dev.muster.base.ServiceAccountName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads from objects what ways may lead through; other kinds are passed over. */
public final class InventoryReader {
  private final Set<ServiceAccountName> accounts = new LinkedHashSet<>();
  private final Set<ServiceAccountName> silent = new HashSet<>();
  private final List<InventoryPart.Pod> pods = new ArrayList<>();
  private final List<Workload> workloads = new ArrayList<>();
  private final List<TokenSecret> tokens = new ArrayList<>();
  private final Set<String> nodes = new LinkedHashSet<>();
  private final Set<String> restricted = new LinkedHashSet<>();
  private final Set<String> policies = new LinkedHashSet<>();
  private final Set<String> specs = new LinkedHashSet<>();
  private boolean policiesInUse;

  private InventoryReader() {}

  /** What the objects tell. */
  public static Inventory read(Iterable<? extends JsonNode> objects) {
    InventoryReader reader = new InventoryReader();
    objects.forEach(object -> InventoryPart.of(object).ifPresent(reader::add));
    return reader.all();
  }

  /** What the parts come to. */
  public static Inventory of(Iterable<InventoryPart> parts) {
    InventoryReader reader = new InventoryReader();
    parts.forEach(reader::add);
    return reader.all();
  }

  private Inventory all() {
    return new Inventory(
        accounts,
        running(),
        workloads,
        tokens,
        nodes,
        restricted,
        policiesInUse ? Optional.of(policies) : Optional.empty(),
        specs);
  }

  private void add(InventoryPart part) {
    switch (part) {
      case InventoryPart.Account account -> {
        accounts.add(account.name());
        if (account.silent()) {
          silent.add(account.name());
        }
      }
      case InventoryPart.Pod pod -> pods.add(pod);
      case InventoryPart.Maker maker -> workloads.add(maker.workload());
      case InventoryPart.Token token -> tokens.add(token.secret());
      case InventoryPart.Node node -> nodes.add(node.name());
      case InventoryPart.Restricted held -> restricted.add(held.namespace());
      case InventoryPart.Policy policy -> {
        policiesInUse = true;
        if (policy.takesNode()) {
          policies.add(policy.name());
        }
      }
      case InventoryPart.CredentialSpec spec -> specs.add(spec.name());
    }
  }

  /** Once all accounts are read; those whose token is certain first. */
  private List<RunningPod> running() {
    List<RunningPod> running = new ArrayList<>();
    for (InventoryPart.Pod pod : pods) {
      MountedToken token =
          pod.token()
              .orElseGet(
                  () ->
                      MountedToken.by(
                          accounts.contains(pod.account()), silent.contains(pod.account())));
      if (token != MountedToken.NONE) {
        running.add(
            new RunningPod(pod.account(), pod.name(), pod.node(), token == MountedToken.CERTAIN));
      }
    }
    running.sort(Comparator.comparing(pod -> !pod.hasToken()));
    return running;
  }
}
