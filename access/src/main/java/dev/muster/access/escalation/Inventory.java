package dev.muster.access.escalation;

import dev.muster.base.ServiceAccountName;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is known to be in a cluster beside roles and bindings.
 *
 * @param accounts service accounts; if none is known, those that bindings name are taken to be
 *     there
 * @param pods that run
 * @param workloads whose templates make pods
 * @param tokens secrets with tokens of service accounts
 * @param nodes by name
 * @param restricted namespaces whose Pod Security level keeps pods from taking their node
 * @param policies the PodSecurityPolicies under which a pod may take its node; empty if none is in
 *     use at all
 * @param credentialSpecs GMSA credential specs by name
 */
public record Inventory(
    Set<ServiceAccountName> accounts,
    List<RunningPod> pods,
    List<Workload> workloads,
    List<TokenSecret> tokens,
    Set<String> nodes,
    Set<String> restricted,
    Optional<Set<String>> policies,
    Set<String> credentialSpecs) {
  /** Nothing is known. */
  public static final Inventory NONE =
      new Inventory(
          Set.of(),
          List.of(),
          List.of(),
          List.of(),
          Set.of(),
          Set.of(),
          Optional.empty(),
          Set.of());

  public Inventory {
    accounts = sorted(accounts);
    pods = List.copyOf(pods);
    workloads = List.copyOf(workloads);
    tokens = List.copyOf(tokens);
    nodes = sorted(nodes);
    restricted = sorted(restricted);
    policies = policies.map(Inventory::sorted);
    credentialSpecs = sorted(credentialSpecs);
  }

  /** Names are whoever made them's: no table of them is slow by their choice. */
  private static <T extends Comparable<T>> Set<T> sorted(Set<T> names) {
    return Collections.unmodifiableSet(new TreeSet<>(names));
  }

  /**
   * A pod that runs, with the account that its processes can speak as. Those that have no token are
   * not among them.
   *
   * @param node empty if none is known
   * @param hasToken whether it is known that one is mounted
   */
  public record RunningPod(ServiceAccountName account, String name, String node, boolean hasToken) {
    /** What a sentence about its token has to say. */
    String condition() {
      return hasToken ? "" : ", if it has a token mounted";
    }
  }

  /** Something that makes pods: {@code deployments} of group {@code apps}. */
  public record Workload(String namespace, String group, String resource, String name) {}

  /** A secret with a token of an account, in its namespace. */
  public record TokenSecret(ServiceAccountName account, String name) {}
}
