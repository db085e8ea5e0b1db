package dev.muster.apiserver.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.StoredObjectCodec;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.apiserver.server.EncodedDraft;
import dev.muster.authz.rbac.VisibleObjects;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class VisibleRangePropertyTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();

  /** In an order that is not that of keys. */
  private static final List<String> NAMESPACES = List.of("a", "a-b", "a.b", "a0", "b");

  private static final List<String> NAMES = List.of("x", "x-y", "x.y", "a", "b");

  /** Apart, since the store's own thread needs the rest of this class to fill it. */
  private static final class Filled {
    static final Snapshot<StoredObject> STATE = fill();
  }

  /** All of some kinds: what is in namespaces, and namespaces and nodes of these names. */
  private static Snapshot<StoredObject> fill() {
    try (Store<StoredObject> store = EmbeddedStore.inMemory()) {
      for (String namespace : NAMESPACES) {
        put(store, "namespaces", "", namespace);
        put(store, "nodes", "", namespace);
        for (String name : NAMES) {
          put(store, "configmaps", namespace, name);
        }
      }
      return store.snapshot();
    }
  }

  private static void put(
      Store<StoredObject> store, String resource, String namespace, String name) {
    Kind kind = KINDS.byResource("v1", resource).orElseThrow();
    String key = kind.key(namespace, name);
    byte[] json =
        """
        {"kind":"%s","apiVersion":"v1","metadata":{"name":"%s","resourceVersion":""}}"""
            .formatted(kind.kind(), name)
            .getBytes(StandardCharsets.UTF_8);
    store.put(key, new EncodedDraft(new StoredObjectCodec(KINDS), key, json), 0);
  }

  private static ResourceTarget target(String path) {
    RequestInfo info = RequestInfo.of("GET", path, Query.parse(""));
    Kind kind = KINDS.byResource("v1", info.resource()).orElseThrow();
    return ResourceTarget.of(info, kind, kind);
  }

  @Property
  void isWhatIsSeenOfAllInTheOrderOfKeys(
      @ForAll("paths") String path,
      @ForAll("scopes") VisibleObjects visible,
      @ForAll("starts") String start) {
    ResourceTarget target = target(path);
    String startAfter = start.isEmpty() ? "" : target.prefix() + start;
    List<String> wanted = new ArrayList<>();
    for (Iterator<Entry<StoredObject>> all = Filled.STATE.range(target.prefix(), startAfter);
        all.hasNext(); ) {
      String key = all.next().key();
      if (ObjectPlace.of(target, key).isSeen(visible)) {
        wanted.add(key);
      }
    }
    List<String> found = new ArrayList<>();
    VisibleRange.of(Filled.STATE, target, visible, startAfter)
        .forEachRemaining(entry -> found.add(entry.key()));
    assertThat(found).isEqualTo(wanted);
  }

  @Provide
  Arbitrary<String> paths() {
    return Arbitraries.of(
        "/api/v1/configmaps",
        "/api/v1/namespaces/a/configmaps",
        "/api/v1/namespaces/none/configmaps",
        "/api/v1/namespaces",
        "/api/v1/nodes");
  }

  @Provide
  Arbitrary<String> starts() {
    return Arbitraries.of(
        "", "", "a", "a/x", "a/x-y", "a-b/x.y", "a.b/none", "a0", "b/x", "zzz", "-", "a/b/c", "x");
  }

  @Provide
  Arbitrary<VisibleObjects> scopes() {
    Arbitrary<Set<String>> namespaces =
        Arbitraries.of("a", "a-b", "a.b", "a0", "none").set().ofMaxSize(3);
    Arbitrary<Set<String>> names =
        Arbitraries.of("x", "x-y", "a", "a-b", "none", "", "x/y").set().ofMaxSize(3);
    Arbitrary<Map<String, Set<String>>> namesIn =
        Arbitraries.maps(Arbitraries.of("a", "a-b", "b", "none"), names).ofMaxSize(3);
    return Combinators.combine(
            Arbitraries.of(false, false, false, true), namespaces, names, namesIn)
        .as((all, whole, some, in) -> new VisibleObjects(all, whole, some, in, Set.of()));
  }
}
