package dev.muster.authz.rbac;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which objects of one resource somebody may see, by the rules of one policy. Those that are equal
 * show the same whatever there is, so that a change of policy that does not concern somebody is
 * none to them. Immutable.
 *
 * @param all whether all are seen, wherever they are
 * @param namespaces of which all objects are seen
 * @param names those that are seen in any namespace and in none
 * @param namesIn those that are seen in a namespace, by namespace
 * @param overfull namespaces whose roles name so many objects that none is seen by its name; empty
 *     text for the roles of the cluster
 */
public record VisibleObjects(
    boolean all,
    Set<String> namespaces,
    Set<String> names,
    Map<String, Set<String>> namesIn,
    Set<String> overfull) {

  /** So many objects can be seen by their names in a namespace. */
  public static final int MOST_NAMES = 10_000;

  /** So many in all namespaces together. */
  public static final int MOST_NAMES_IN_ALL = 50_000;

  /** Nothing is seen. */
  public static final VisibleObjects NONE =
      new VisibleObjects(false, Set.of(), Set.of(), Map.of(), Set.of());

  private static final VisibleObjects ALL =
      new VisibleObjects(true, Set.of(), Set.of(), Map.of(), Set.of());

  public VisibleObjects {
    namespaces = copyOf(namespaces);
    names = copyOf(names);
    namesIn = copyOf(namesIn);
    overfull = copyOf(overfull);
  }

  /** The same, without what is said twice. */
  static VisibleObjects of(
      boolean all,
      Set<String> namespaces,
      Set<String> names,
      Map<String, Set<String>> namesIn,
      Set<String> overfull) {
    if (all) {
      return ALL;
    }
    Map<String, Set<String>> rest = new HashMap<>();
    namesIn.forEach(
        (namespace, some) -> {
          Set<String> own = minus(some, names);
          if (!own.isEmpty() && !namespaces.contains(namespace)) {
            rest.put(namespace, own);
          }
        });
    return new VisibleObjects(false, namespaces, names, rest, overfull);
  }

  /** Names are foreign: an immutable set of the JDK would be slow with many of one hash. */
  private static Set<String> copyOf(Set<String> names) {
    return Collections.unmodifiableSet(new HashSet<>(names));
  }

  private static Map<String, Set<String>> copyOf(Map<String, Set<String>> names) {
    Map<String, Set<String>> copy = new HashMap<>();
    names.forEach((namespace, some) -> copy.put(namespace, copyOf(some)));
    return Collections.unmodifiableMap(copy);
  }

  /**
   * Whether an object is seen.
   *
   * @param namespace empty for an object of the cluster; of a namespace its own name, as its
   *     requests are judged by
   */
  public boolean sees(String namespace, String name) {
    return seesAllIn(namespace) || names.contains(name) || namesIn(namespace).contains(name);
  }

  /**
   * What is seen here and not there. It may show a little of both, but all that it lacks is seen
   * there, too.
   */
  public VisibleObjects without(VisibleObjects other) {
    if (all || other.all) {
      return other.all ? NONE : ALL;
    }
    Map<String, Set<String>> namedIn = new HashMap<>(namesIn);
    other.namesIn.forEach(
        (namespace, some) ->
            namedIn.computeIfPresent(namespace, (same, mine) -> minus(mine, some)));
    namedIn.keySet().removeAll(other.namespaces);
    return of(
        false, minus(namespaces, other.namespaces), minus(names, other.names), namedIn, Set.of());
  }

  private static Set<String> minus(Set<String> some, Set<String> others) {
    Set<String> left = new HashSet<>(some);
    left.removeAll(others);
    return left;
  }

  /** How much there is to remember. */
  public int size() {
    return namespaces.size()
        + overfull.size()
        + names.size()
        + namesIn.values().stream().mapToInt(some -> some.size() + 1).sum();
  }

  /** Whether all objects there are seen. */
  public boolean seesAllIn(String namespace) {
    return all || namespaces.contains(namespace);
  }

  /** The names that are seen there besides those that are seen everywhere. */
  public Set<String> namesIn(String namespace) {
    return namesIn.getOrDefault(namespace, Set.of());
  }
}
