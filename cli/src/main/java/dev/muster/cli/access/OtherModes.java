package dev.muster.cli.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.change.AbacDocuments;
import dev.muster.access.change.PolicyState;
import dev.muster.authz.abac.AbacPolicy;
import dev.muster.authz.abac.AbacPolicyException;
import dev.muster.authz.abac.PolicyLine;
import dev.muster.authz.rbac.RbacSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What decides beside roles: lines of ABAC, and who is in which group. */
final class OtherModes {
  private static final long MOST_BYTES = 64L << 20;

  @Option(names = "--abac", paramLabel = "FILE", description = "The lines of ABAC that count now.")
  private @Nullable Path abac;

  @Option(
      names = "--abac-after",
      paramLabel = "FILE",
      description = "Those that are to count; documents of kind Policy are added to them.")
  private @Nullable Path abacAfter;

  @Option(
      names = "--join",
      paramLabel = "USER=GROUP",
      description = "A user who gets into a group.")
  private List<String> joins = List.of();

  @Option(names = "--leave", paramLabel = "USER=GROUP", description = "A user who leaves one.")
  private List<String> leaves = List.of();

  /** Whether flags say what changes. */
  boolean changes() {
    return abacAfter != null || !joins.isEmpty() || !leaves.isEmpty();
  }

  PolicyState before(RbacSnapshot roles, List<ObjectNode> change, boolean delete)
      throws IOException {
    List<PolicyLine> lines = new ArrayList<>(read(abac));
    if (delete && abac == null) {
      lines.addAll(AbacDocuments.lines(change)); // what is deleted was there
    }
    return new PolicyState(roles, lines, memberships(leaves));
  }

  PolicyState after(RbacSnapshot roles, List<ObjectNode> change, boolean delete)
      throws IOException {
    List<PolicyLine> lines = new ArrayList<>(read(abacAfter != null ? abacAfter : abac));
    if (!delete) {
      lines.addAll(AbacDocuments.lines(change));
      return new PolicyState(roles, lines, memberships(joins));
    }
    List<PolicyLine> gone = new PolicyState(roles, AbacDocuments.lines(change), Map.of()).lines();
    List<PolicyLine> left = new ArrayList<>(new PolicyState(roles, lines, Map.of()).lines());
    left.removeAll(Set.copyOf(gone));
    return new PolicyState(roles, left, memberships(joins));
  }

  private static List<PolicyLine> read(@Nullable Path file) throws IOException {
    if (file == null) {
      return List.of();
    }
    if (Files.exists(file) && Files.size(file) > MOST_BYTES) {
      throw new IOException(file + ": larger than " + (MOST_BYTES >> 20) + " MiB");
    }
    try {
      return AbacPolicy.load(file).lines();
    } catch (AbacPolicyException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The groups of each; a name of a user may have an equals sign in it. */
  private static Map<String, Set<String>> memberships(List<String> pairs) {
    Map<String, Set<String>> all = new TreeMap<>();
    for (String pair : pairs) {
      int sign = pair.lastIndexOf('=');
      if (sign <= 0 || sign == pair.length() - 1) {
        throw new IllegalArgumentException(
            "invalid membership \"" + pair + "\": write USER=GROUP, as in alice=crew");
      }
      all.computeIfAbsent(pair.substring(0, sign), u -> new TreeSet<>())
          .add(pair.substring(sign + 1));
    }
    return all;
  }
}
