package dev.muster.access.record;

import dev.muster.access.PolicyException;
import dev.muster.authz.Attributes;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Everything different that was asked for. */
final class RecordedNeeds {
  /** The most verbs on different things, in all namespaces together. */
  static final int MOST = 100_000;

  private static final int MOST_NOTES = 20;

  /** A verb on a kind of thing; the namespace is empty for the whole cluster. */
  record Need(String namespace, String apiGroup, String resource, String verb)
      implements Comparable<Need> {
    /** Names come from whoever made the requests: they have an order, not just a hash. */
    private static final Comparator<Need> ORDER =
        Comparator.comparing(Need::namespace)
            .thenComparing(Need::apiGroup)
            .thenComparing(Need::resource)
            .thenComparing(Need::verb);

    @Override
    public int compareTo(Need other) {
      return ORDER.compare(this, other);
    }

    Need inNamespace(String other) {
      return new Need(other, apiGroup, resource, verb);
    }
  }

  /** Which objects; any if there were requests without a name, or too many names. */
  static final class NamesOf {
    private final SortedSet<String> names = new TreeSet<>();
    private boolean any;

    boolean any() {
      return any;
    }

    SortedSet<String> names() {
      return names;
    }

    private void all() {
      any = true;
      names.clear();
    }
  }

  private final RecordingBounds bounds;
  private final Map<Need, NamesOf> needs = new TreeMap<>();
  private final Map<String, SortedSet<String>> paths = new TreeMap<>();
  private final List<String> notes = new ArrayList<>();
  private int size;

  RecordedNeeds(RecordingBounds bounds) {
    this.bounds = bounds;
  }

  /**
   * Takes one more request.
   *
   * @throws PolicyException if there are too many that differ
   */
  void add(Attributes request) {
    if (request.resourceRequest()) {
      String resource =
          request.subresource().isEmpty()
              ? request.resource()
              : request.resource() + "/" + request.subresource();
      Need need = new Need(request.namespace(), request.apiGroup(), resource, request.verb());
      add(need, request.name());
    } else if (paths.computeIfAbsent(request.path(), path -> new TreeSet<>()).add(request.verb())) {
      count();
    }
  }

  private void add(Need need, String name) {
    NamesOf of = needs.get(need);
    if (of == null) {
      of = new NamesOf();
      needs.put(need, of);
      count();
    }
    if (of.any) {
      return;
    }
    if (name.isEmpty()) {
      size -= of.names.size();
      of.all();
    } else if (of.names.add(name)) {
      count();
      limit(need, of);
    }
  }

  private void limit(Need need, NamesOf of) {
    if (of.names.size() > bounds.names()) {
      size -= of.names.size();
      of.all();
      note(
          "more than %d names: any name for %s on %s%s"
              .formatted(
                  bounds.names(),
                  GoText.quote(need.verb()),
                  GoText.quote(need.resource()),
                  in(need.namespace())));
    }
  }

  private static String in(String namespace) {
    return namespace.isEmpty() ? "" : " in " + namespace;
  }

  private void count() {
    if (++size > MOST) {
      throw new PolicyException(
          "more than " + MOST + " different requests: narrow it with -n or --max-names");
    }
  }

  private void note(String note) {
    if (notes.size() < MOST_NOTES) {
      notes.add(note);
    } else if (notes.size() == MOST_NOTES) {
      notes.add("and more of the kind");
    }
  }

  /** What was taken wider than it was asked for. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** Verbs on paths, in order. */
  Map<String, SortedSet<String>> paths() {
    return paths;
  }

  /** In every namespace what is needed there; what was needed in too many is needed everywhere. */
  Map<Need, NamesOf> resources() {
    Map<Need, List<Need>> byThing = new TreeMap<>();
    needs
        .keySet()
        .forEach(
            need ->
                byThing.computeIfAbsent(need.inNamespace(""), n -> new ArrayList<>()).add(need));
    Map<Need, NamesOf> all = new TreeMap<>();
    byThing.forEach((thing, where) -> place(thing, where, all));
    return all;
  }

  private void place(Need thing, List<Need> where, Map<Need, NamesOf> all) {
    NamesOf cluster = new NamesOf();
    boolean many =
        where.stream().filter(n -> !n.namespace().isEmpty()).count() > bounds.namespaces();
    for (Need need : where) {
      NamesOf of = named(need);
      if (many || need.namespace().isEmpty()) {
        cluster.any |= of.any;
        cluster.names.addAll(of.names);
      }
    }
    if (many) {
      note(
          "more than %d namespaces: %s on %s everywhere"
              .formatted(
                  bounds.namespaces(), GoText.quote(thing.verb()), GoText.quote(thing.resource())));
    }
    if (cluster.any || cluster.names.size() > bounds.names()) {
      cluster.all();
    }
    if (cluster.any || !cluster.names.isEmpty()) {
      all.put(thing, cluster);
    }
    if (!many && !cluster.any) {
      where.stream()
          .filter(need -> !need.namespace().isEmpty())
          .forEach(need -> beside(cluster, need, all));
    }
  }

  /** What counts everywhere is not needed in a namespace once more. */
  private void beside(NamesOf cluster, Need need, Map<Need, NamesOf> all) {
    NamesOf own = new NamesOf();
    own.any = named(need).any;
    own.names.addAll(named(need).names);
    own.names.removeAll(cluster.names);
    if (own.any || !own.names.isEmpty()) {
      all.put(need, own);
    }
  }

  private NamesOf named(Need need) {
    return needs.getOrDefault(need, new NamesOf());
  }
}
