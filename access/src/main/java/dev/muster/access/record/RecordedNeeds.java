package dev.muster.access.record;

import dev.muster.access.PolicyException;
import dev.muster.authz.Attributes;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Everything different that was asked for. */
final class RecordedNeeds {
  /** The most verbs on different things, in all namespaces together. */
  static final int MOST = 100_000;

  private static final int MOST_NOTES = 20;

  private final RecordingBounds bounds;
  private final Map<RecordedNeed, RecordedNames> needs = new TreeMap<>();
  private final Map<String, SortedSet<String>> paths = new TreeMap<>();
  private final SequencedSet<String> notes = new LinkedHashSet<>();
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
      RecordedNeed need =
          new RecordedNeed(request.namespace(), request.apiGroup(), resource, request.verb());
      add(need, request.name());
    } else if (paths.computeIfAbsent(request.path(), path -> new TreeSet<>()).add(request.verb())) {
      count();
    }
  }

  private void add(RecordedNeed need, String name) {
    RecordedNames of = needs.get(need);
    if (of == null) {
      of = new RecordedNames();
      needs.put(need, of);
      count();
    }
    if (of.any()) {
      return;
    }
    if (name.isEmpty()) {
      size -= of.names().size();
      of.all();
    } else if (of.names().add(name)) {
      count();
      int names = of.names().size();
      limit(need, of);
      size -= of.any() ? names : 0;
    }
  }

  private void limit(RecordedNeed need, RecordedNames of) {
    if (of.names().size() > bounds.names()) {
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
  Map<RecordedNeed, RecordedNames> resources() {
    Map<RecordedNeed, List<RecordedNeed>> byThing = new TreeMap<>();
    needs
        .keySet()
        .forEach(
            need ->
                byThing.computeIfAbsent(need.inNamespace(""), n -> new ArrayList<>()).add(need));
    Map<RecordedNeed, RecordedNames> all = new TreeMap<>();
    byThing.forEach((thing, where) -> place(thing, where, all));
    return all;
  }

  private void place(
      RecordedNeed thing, List<RecordedNeed> where, Map<RecordedNeed, RecordedNames> all) {
    RecordedNames cluster = new RecordedNames();
    boolean many =
        where.stream().filter(n -> !n.namespace().isEmpty()).count() > bounds.namespaces();
    for (RecordedNeed need : where) {
      RecordedNames of = named(need);
      if (many || need.namespace().isEmpty()) {
        cluster.add(of);
      }
    }
    if (many) {
      note(
          "more than %d namespaces: %s on %s everywhere"
              .formatted(
                  bounds.namespaces(), GoText.quote(thing.verb()), GoText.quote(thing.resource())));
    }
    limit(thing, cluster);
    if (!cluster.isEmpty()) {
      all.put(thing, cluster);
    }
    if (!many && !cluster.any()) {
      where.stream()
          .filter(need -> !need.namespace().isEmpty())
          .forEach(need -> beside(cluster, need, all));
    }
  }

  /** What counts everywhere is not needed in a namespace once more. */
  private void beside(
      RecordedNames cluster, RecordedNeed need, Map<RecordedNeed, RecordedNames> all) {
    RecordedNames own = new RecordedNames();
    own.add(named(need));
    own.names().removeAll(cluster.names());
    if (!own.isEmpty()) {
      all.put(need, own);
    }
  }

  private RecordedNames named(RecordedNeed need) {
    return needs.getOrDefault(need, new RecordedNames());
  }
}
