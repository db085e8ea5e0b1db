package dev.muster.api.kinds;

import dev.muster.api.features.ApiTraits;
import dev.muster.api.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The kinds that a server knows, and which of them it serves, in one immutable view. Kinds added at
 * run time give a new view.
 */
public final class Kinds {
  private final List<Kind> known;
  private final List<Kind> served;
  private final Map<String, Map<String, Kind>> byResource = new HashMap<>();
  private final Map<String, Kind> byKind = new LinkedHashMap<>();
  private final Map<String, Kind> stored = new LinkedHashMap<>();

  /** Kinds that are all served. */
  public Kinds(List<Kind> kinds) {
    this(kinds, kind -> true);
  }

  private Kinds(List<Kind> kinds, Predicate<Kind> serve) {
    this.known = List.copyOf(kinds);
    this.served = known.stream().filter(serve).toList();
    for (Kind kind : served) {
      byResource
          .computeIfAbsent(kind.apiVersion(), version -> new HashMap<>())
          .put(kind.plural(), kind);
    }
    for (Kind kind : known) {
      byKind.put(kind.apiVersion() + "/" + kind.kind(), kind);
      if (kind.stored()) {
        stored.putIfAbsent(kind.storagePrefix(), kind);
      }
    }
  }

  /** The kinds of Kubernetes, with what is served unless asked otherwise. */
  public static Kinds kubernetes() {
    return kubernetes(ApiTraits.usual());
  }

  /** The kinds of Kubernetes, on a server with these traits. */
  public static Kinds kubernetes(ApiTraits traits) {
    List<Kind> usual = KindTable.kinds(Schema.kubernetes(), traits);
    List<Kind> known = new ArrayList<>(usual);
    known.addAll(KindTable.optionalKinds(Schema.kubernetes()));
    Set<String> versions = new HashSet<>();
    usual.forEach(kind -> versions.add(kind.apiVersion()));
    return new Kinds(known, kind -> versions.contains(kind.apiVersion()));
  }

  /** All that are known, served or not. */
  public List<Kind> known() {
    return known;
  }

  /** All that are served. */
  public List<Kind> all() {
    return served;
  }

  public boolean serves(Kind kind) {
    return byResource(kind.apiVersion(), kind.plural()).isPresent();
  }

  /** A kind that is served. */
  public Optional<Kind> byResource(String apiVersion, String plural) {
    Map<String, Kind> ofVersion = byResource.get(apiVersion);
    return ofVersion == null ? Optional.empty() : Optional.ofNullable(ofVersion.get(plural));
  }

  /** A kind that is known, served or not. */
  public Optional<Kind> byKind(String apiVersion, String kind) {
    return Optional.ofNullable(byKind.get(apiVersion + "/" + kind));
  }

  /**
   * The version in which objects of this kind are stored: the first of those that share its place
   * in the store.
   */
  public Kind storedAs(Kind kind) {
    return stored.getOrDefault(kind.storagePrefix(), kind);
  }

  /** The kinds that have a place in the store, one for each place, by its prefix. */
  public Map<String, Kind> byStoragePrefix() {
    return Collections.unmodifiableMap(stored);
  }

  /** These kinds, of which those are served. */
  public Kinds serving(Predicate<Kind> those) {
    return new Kinds(known, those);
  }

  /** These kinds and one more, which is served. */
  public Kinds with(Kind kind) {
    List<Kind> more = new ArrayList<>(known);
    more.add(kind);
    return new Kinds(
        more,
        one ->
            serves(one)
                || one.apiVersion().equals(kind.apiVersion())
                    && one.plural().equals(kind.plural()));
  }
}
