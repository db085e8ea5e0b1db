package dev.muster.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.authz.User;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whom each write meets on its way, and in which order. */
class WritePathTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final Kind CONFIG_MAP = KINDS.byKind("v1", "ConfigMap").orElseThrow();
  private static final Kind LEASE = KINDS.byKind("coordination.k8s.io/v1", "Lease").orElseThrow();
  private static final InstantSource NOON =
      InstantSource.fixed(Instant.parse("2030-01-01T12:00:00Z"));

  private final List<String> met = new ArrayList<>();
  private final Store<StoredObject> store = EmbeddedStore.inMemory();
  private boolean refusing;
  private final Registry registry =
      new Registry(
          store,
          new WriteAdmission(new AdmissionChain(List.of(new Plugin()))),
          new WriteRules(
              (request, live, object) -> met.add("ownership"),
              List.of((request, object, old) -> met.add("guard")),
              List.of(
                  (request, object, old) -> {
                    met.add("assign");
                    return () -> met.add("release");
                  }),
              List.of((request, name) -> met.add("follow " + name))),
          NOON);

  private final class Plugin implements AdmissionPlugin {
    @Override
    public String name() {
      return "Meeting";
    }

    @Override
    public void admit(AdmissionRequest request) {
      met.add("admit " + request.operation() + about(request));
    }

    @Override
    public void validate(AdmissionRequest request) {
      met.add("validate " + request.operation() + about(request));
      if (refusing) {
        throw new IllegalStateException("refused");
      }
    }

    private static String about(AdmissionRequest request) {
      return request.subresource().isEmpty() ? "" : " of " + request.subresource();
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void aCreateMeetsEverybody() {
    create("a");
    assertThat(met)
        .containsExactly(
            "ownership",
            "admit CREATE",
            "guard",
            "assign",
            "validate CREATE",
            "follow a",
            "release");
  }

  @Test
  void soDoReplacementsAndPatches() {
    create("a");
    List<String> everybody =
        List.of(
            "ownership",
            "admit UPDATE",
            "guard",
            "assign",
            "validate UPDATE",
            "follow a",
            "release");
    assertThat(meets(new Replace(request(CONFIG_MAP, "a"), current -> object("a", "1"))))
        .isEqualTo(everybody);
    assertThat(meets(new Patch(request(CONFIG_MAP, "a"), data("2")))).isEqualTo(everybody);
  }

  @Test
  void whatIsAppliedHasItsOwnersAlready() {
    assertThat(meets(new Apply(request(CONFIG_MAP, "a"), current -> object("a", "1"))))
        .containsExactly(
            "admit CREATE", "guard", "assign", "validate CREATE", "follow a", "release");
    assertThat(meets(new Apply(request(CONFIG_MAP, "a"), current -> object("a", "2"))))
        .containsExactly(
            "admit UPDATE", "guard", "assign", "validate UPDATE", "follow a", "release");
  }

  @Test
  void ofAScaleOnlyTheScaleIsAdmitted() {
    create("a");
    ScaleUpdate.View data =
        new ScaleUpdate.View() {
          @Override
          public ObjectNode of(ObjectNode object) {
            return object.withObjectProperty("data").deepCopy();
          }

          @Override
          public void into(ObjectNode scale, ObjectNode object) {
            object.set("data", scale);
          }
        };
    assertThat(meets(new ScaleUpdate(request(CONFIG_MAP, "a"), data, data("3"))))
        .containsExactly(
            "admit UPDATE of scale",
            "guard",
            "assign",
            "validate UPDATE of scale",
            "follow a",
            "release");
  }

  @Test
  void whatTheServerMakesMeetsTheGuardsOnly() {
    create("a");
    assertThat(meets(new ServerMade(request(CONFIG_MAP, "a"), data("4"))))
        .containsExactly("guard", "follow a");
  }

  @Test
  void aReplacementOfWhatIsNotThereIsACreateForTheKindsThatAllowIt() {
    ObjectNode lease = JsonNodeFactory.instance.objectNode();
    lease.put("kind", "Lease").put("apiVersion", "coordination.k8s.io/v1");
    lease.putObject("metadata").put("name", "a");
    assertThat(
            meets(
                new Replace(
                    request(LEASE, "a"), current -> Decoder.decode(LEASE.type(), lease).object())))
        .startsWith("ownership", "admit CREATE");
    assertThatThrownBy(
            () -> registry.write(new Replace(request(CONFIG_MAP, "a"), c -> object("a", "1"))))
        .isInstanceOf(ApiException.class)
        .hasMessage("configmaps \"a\" not found");
  }

  @Test
  void aChangeOfWhatIsNotThereIsNone() {
    for (ObjectWrite write :
        List.of(
            new Patch(request(CONFIG_MAP, "a"), data("1")),
            new ServerMade(request(CONFIG_MAP, "a"), data("1")),
            new Apply(request(CONFIG_MAP, "a").of("status"), current -> object("a", "1")))) {
      assertThatThrownBy(() -> registry.write(write)).hasMessage("configmaps \"a\" not found");
    }
    assertThat(met).isEmpty();
  }

  @Test
  void whatWasGivenOutIsFreeAgainWhenAWriteIsRefused() {
    refusing = true;
    assertThatThrownBy(() -> create("a")).hasMessage("refused");
    assertThat(met).endsWith("assign", "validate CREATE", "release");
  }

  @Test
  void whoWasOvertakenGoesTheWholeWayAgain() {
    create("a");
    boolean[] overtaken = new boolean[1];
    UnaryOperator<ObjectNode> slow =
        current -> {
          if (!overtaken[0]) {
            overtaken[0] = true;
            registry.write(new ServerMade(request(CONFIG_MAP, "a"), data("quick")));
            met.clear();
          }
          return data("slow").apply(current);
        };
    assertThat(meets(new Patch(request(CONFIG_MAP, "a"), slow)))
        .containsExactly(
            "ownership",
            "admit UPDATE",
            "guard",
            "assign",
            "validate UPDATE",
            "release",
            "ownership",
            "admit UPDATE",
            "guard",
            "assign",
            "validate UPDATE",
            "follow a",
            "release");
  }

  private List<String> meets(ObjectWrite write) {
    met.clear();
    registry.write(write);
    return List.copyOf(met);
  }

  private void create(String name) {
    registry.write(new Create(request(CONFIG_MAP, ""), object(name, "0")));
  }

  private static UnaryOperator<ObjectNode> data(String value) {
    return current -> {
      current.withObjectProperty("data").put("key", value);
      return current;
    };
  }

  private static ObjectNode object(String name, String value) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("kind", "ConfigMap").put("apiVersion", "v1");
    object.putObject("metadata").put("name", name);
    object.putObject("data").put("key", value);
    return Decoder.decode(CONFIG_MAP.type(), object).object();
  }

  private static WriteRequest request(Kind kind, String name) {
    return new WriteRequest(
        kind, kind, "default", name, "", User.of("alice"), false, "test", warning -> {});
  }
}
