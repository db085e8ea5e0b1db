package dev.muster.access.question;

import dev.muster.base.Spelling;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The resources of a cluster, and those that exist in rules only. Immutable. */
public final class KnownResources {
  /** What is asked for by impersonation and by checks of signers, and is stored nowhere. */
  private static final List<KnownResource> IN_RULES_ONLY =
      List.of(
          new KnownResource("", "v1", false, List.of("users", "user")),
          new KnownResource("", "v1", false, List.of("groups", "group")),
          new KnownResource("authentication.k8s.io", "v1", false, List.of("userextras")),
          new KnownResource("authentication.k8s.io", "v1", false, List.of("uids", "uid")),
          new KnownResource("certificates.k8s.io", "v1", false, List.of("signers", "signer")));

  private final List<KnownResource> all;

  private KnownResources(List<KnownResource> all) {
    this.all = List.copyOf(all);
  }

  /** Those that Kubernetes has by itself, optional ones included. */
  public static KnownResources builtIn() {
    List<KnownResource> all = new ArrayList<>();
    for (Kind kind : KubernetesKinds.kinds().known()) {
      List<String> words = new ArrayList<>();
      words.add(kind.plural());
      words.add(kind.singular());
      words.addAll(kind.shortNames());
      all.add(new KnownResource(kind.group(), kind.version(), kind.namespaced(), words));
    }
    all.addAll(IN_RULES_ONLY);
    return new KnownResources(all);
  }

  /** With what a cluster has besides. */
  public KnownResources and(List<KnownResource> more) {
    List<KnownResource> both = new ArrayList<>(all);
    both.addAll(more);
    return new KnownResources(both);
  }

  /**
   * The one that is meant by a plural, singular or short name; of several that of the core group,
   * then the first.
   */
  public Optional<KnownResource> named(String word) {
    return matching(word).min(Comparator.comparing(r -> r.group().isEmpty() ? 0 : 1));
  }

  /** The one of that group. */
  public Optional<KnownResource> named(String word, String group) {
    return matching(word).filter(r -> r.group().equals(group)).findFirst();
  }

  private Stream<KnownResource> matching(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return all.stream().filter(r -> r.words().contains(lower));
  }

  /** Whether rules call something of that group so. */
  public boolean plural(String word, String group) {
    return all.stream().anyMatch(r -> r.plural().equals(word) && r.group().equals(group));
  }

  /** Whether anything of that group is known. */
  public boolean knowsGroup(String group) {
    return all.stream().anyMatch(r -> r.group().equals(group));
  }

  /** {@code ; did you mean "..."?}, or nothing. */
  public String suggestion(String word) {
    Set<String> words = new LinkedHashSet<>();
    all.forEach(r -> words.add(r.plural()));
    return Spelling.suggestion(word, words);
  }
}
