package dev.muster.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.KindBuilder;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.types.Schema;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class KindsTest {
  private final Kinds kinds = KubernetesKinds.kinds();

  private static KindBuilder gadget(String version) {
    return new KindBuilder("example.com", version, "Gadget").storedAs("gadgets.example.com");
  }

  private static Kind built(KindBuilder kind, String version) {
    List<String> table =
        List.of("Gadget", "  kind string", "  apiVersion string", "  metadata meta/v1.ObjectMeta");
    return kind.build(Schema.kubernetes().with("example/" + version, table));
  }

  @Test
  void whatIsAddedIsKnownServedAndStored() {
    Kind gadget = built(gadget("v1"), "v1");
    kinds.add(gadget);
    assertThat(kinds.byResource("example.com/v1", "gadgets")).contains(gadget);
    assertThat(kinds.byKind("example.com/v1", "Gadget")).contains(gadget);
    assertThat(kinds.byStoragePrefix()).containsEntry("gadgets.example.com", gadget);
    assertThat(kinds.all()).contains(gadget);
  }

  @Test
  void theFirstVersionIsTheStoredOne() {
    Kind first = built(gadget("v1"), "v1");
    Kind second = built(gadget("v2"), "v2");
    kinds.add(first);
    kinds.add(second);
    assertThat(kinds.storedAs(second)).isEqualTo(first);
  }

  @Test
  void addingServesNoneOfTheOthers() {
    List<Kind> before = kinds.all();
    Kind gadget = built(gadget("v1"), "v1");
    kinds.add(gadget);
    assertThat(kinds.all()).hasSize(before.size() + 1).containsAll(before);
  }

  @Test
  void namesAndPlacesAreTakenOnce() {
    kinds.add(built(gadget("v1"), "v1"));
    assertThatThrownBy(() -> kinds.add(built(gadget("v1"), "v1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is a Gadget or \"gadgets\" in example.com/v1 already");
    assertThatThrownBy(() -> kinds.add(built(gadget("v2").storedAs("pods"), "v2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Gadget.example.com cannot be stored as \"pods\": objects of Pod are");
  }

  @Test
  void whatWasMadeOfTheKindsIsMadeAnewOnlyWhenSomeWereAdded() {
    Supplier<List<Kind>> derived = kinds.derived(() -> List.copyOf(kinds.all()));
    List<Kind> before = derived.get();
    assertThat(derived.get()).isSameAs(before);
    Kind gadget = built(gadget("v1"), "v1");
    kinds.add(gadget);
    assertThat(derived.get()).contains(gadget).isSameAs(derived.get());
  }
}
