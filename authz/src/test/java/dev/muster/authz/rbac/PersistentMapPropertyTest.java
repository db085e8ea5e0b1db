package dev.muster.authz.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PersistentMapPropertyTest {

  /** A key whose hash says little, so that collisions and deep branches happen. */
  record Key(int value, int hash) {
    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.value == value && key.hash == hash;
    }
  }

  record Change(Key key, boolean remove) {}

  @Property
  void behavesLikeAHashMapAndLeavesOldVersionsAlone(@ForAll("changes") List<Change> changes) {
    PersistentMap<Key, Integer> map = PersistentMap.empty();
    Map<Key, Integer> model = new HashMap<>();
    int number = 0;
    for (Change change : changes) {
      PersistentMap<Key, Integer> before = map;
      Map<Key, Integer> modelBefore = Map.copyOf(model);
      if (change.remove()) {
        map = map.without(change.key());
        model.remove(change.key());
      } else {
        map = map.with(change.key(), ++number);
        model.put(change.key(), number);
      }
      assertThat(content(before)).isEqualTo(modelBefore);
      assertThat(content(map)).isEqualTo(model);
      assertThat(map.size()).isEqualTo(model.size());
      for (Change other : changes) {
        assertThat(map.get(other.key())).isEqualTo(model.get(other.key()));
      }
    }
  }

  private static Map<Key, Integer> content(PersistentMap<Key, Integer> map) {
    var content = new HashMap<Key, Integer>();
    map.forEach(content::put);
    return content;
  }

  @Provide
  Arbitrary<List<Change>> changes() {
    Arbitrary<Integer> hashes =
        Arbitraries.oneOf(Arbitraries.of(0, 1, 1 << 30), Arbitraries.integers());
    Arbitrary<Key> keys =
        Combinators.combine(Arbitraries.integers().between(0, 3), hashes).as(Key::new);
    return Combinators.combine(keys, Arbitraries.of(true, false, false))
        .as(Change::new)
        .list()
        .ofMaxSize(60);
  }
}
