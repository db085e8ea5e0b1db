package dev.muster.api.kinds;

import dev.muster.api.features.ApiTraits;
import dev.muster.api.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kinds that are served, in one immutable view. Kinds added at run time give a new view. */
public final class Kinds {
  private final List<Kind> all;
  private final Map<String, Kind> byResource = new LinkedHashMap<>();
  private final Map<String, Kind> byKind = new LinkedHashMap<>();
  private final Map<String, Kind> stored = new LinkedHashMap<>();

  public Kinds(List<Kind> kinds) {
    this.all = List.copyOf(kinds);
    for (Kind kind : all) {
      byResource.put(kind.apiVersion() + "/" + kind.plural(), kind);
      byKind.put(kind.apiVersion() + "/" + kind.kind(), kind);
      if (kind.stored()) {
        stored.putIfAbsent(kind.storagePrefix(), kind);
      }
    }
  }

  /** The kinds of Kubernetes. */
  public static Kinds kubernetes() {
    return kubernetes(ApiTraits.usual());
  }

  /** The kinds of Kubernetes, on a server with these traits. */
  public static Kinds kubernetes(ApiTraits traits) {
    return new Kinds(KindTable.kinds(Schema.kubernetes(), traits));
  }

  /** Further versions, which are served only when asked for. */
  public static List<Kind> optional() {
    return KindTable.optionalKinds(Schema.kubernetes());
  }

  public List<Kind> all() {
    return all;
  }

  public Optional<Kind> byResource(String apiVersion, String plural) {
    return Optional.ofNullable(byResource.get(apiVersion + "/" + plural));
  }

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

  /** These kinds and one more. */
  public Kinds with(Kind kind) {
    List<Kind> more = new ArrayList<>(all);
    more.add(kind);
    return new Kinds(more);
  }
}
