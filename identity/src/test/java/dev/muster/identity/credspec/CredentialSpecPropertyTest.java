package dev.muster.identity.credspec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.testing.GmsaProposal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** A changed spec is still valid, or is refused with a path that names the change. */
class CredentialSpecPropertyTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** A place in a tree that can be changed. */
  private record Spot(JsonNode parent, String field, int index, String path) {
    void replace(JsonNode value) {
      if (parent instanceof ObjectNode object) {
        object.set(field, value);
      } else {
        ((ArrayNode) parent).set(index, value);
      }
    }

    void remove() {
      if (parent instanceof ObjectNode object) {
        object.remove(field);
      } else {
        ((ArrayNode) parent).remove(index);
      }
    }
  }

  private static void collect(JsonNode node, String path, List<Spot> into) {
    for (Map.Entry<String, JsonNode> e : node.properties()) {
      String deeper = path + "." + e.getKey();
      into.add(new Spot(node, e.getKey(), -1, deeper));
      collect(e.getValue(), deeper, into);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      String deeper = path + "[" + i + "]";
      into.add(new Spot(node, "", i, deeper));
      collect(node.get(i), deeper, into);
    }
  }

  private static void holds(JsonNode changed, Spot spot) {
    if (Reading.of(changed.toString()) instanceof Reading.Faulty faulty) {
      assertThat(faulty.faults())
          .as("%s changed to %s", spot.path(), changed)
          .anyMatch(f -> names(f.path(), spot.path()));
    }
  }

  /** The change itself, something in it, or the list that is now empty. */
  private static boolean names(String fault, String changed) {
    return fault.equals(changed)
        || fault.startsWith(changed + ".")
        || fault.startsWith(changed + "[")
        || changed.startsWith(fault + "[");
  }

  @Property(tries = 2000)
  void aReplacedValueIsFineOrNamed(
      @ForAll @IntRange(max = 1000) int where, @ForAll("values") JsonNode value) {
    JsonNode tree = CredentialSpecTest.example();
    List<Spot> spots = new ArrayList<>();
    collect(tree, "$", spots);
    Spot spot = spots.get(where % spots.size());
    spot.replace(value.deepCopy());
    holds(tree, spot);
  }

  @Property(tries = 100)
  void aRemovedValueIsFineOrNamed(@ForAll @IntRange(max = 1000) int where) {
    JsonNode tree = CredentialSpecTest.example();
    List<Spot> spots = new ArrayList<>();
    collect(tree, "$", spots);
    Spot spot = spots.get(where % spots.size());
    spot.remove();
    holds(tree, spot);
  }

  @Property(tries = 1000)
  void aChangedCharacterNeverThrows(
      @ForAll @IntRange(max = 900) int where, @ForAll char replacement) {
    StringBuilder text = new StringBuilder(GmsaProposal.CREDENTIAL_SPEC);
    text.setCharAt(where % text.length(), replacement);
    assertThat(Reading.of(text.toString())).isNotNull();
  }

  @Property(tries = 1000)
  void anyTextIsReadOrRefused(@ForAll String text) {
    assertThat(Reading.of(text)).isInstanceOf(Reading.Faulty.class);
  }

  @Provide
  Arbitrary<JsonNode> values() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(40).map(NODES::textNode),
        Arbitraries.of(
                "DEMO",
                "demo",
                "contoso.com",
                "other.com",
                "OTHER",
                "WebApplication1",
                "Web2",
                "ActiveDirectory",
                "S-1-5-21-1-2-3",
                "S-1-5-32-544",
                "",
                "00000000-0000-0000-0000-000000000000",
                "$",
                "a$")
            .map(NODES::textNode),
        Arbitraries.integers().map(NODES::numberNode),
        Arbitraries.of(
            NODES.nullNode(),
            NODES.booleanNode(true),
            NODES.arrayNode(),
            NODES.objectNode(),
            NODES.arrayNode().add("ActiveDirectory"),
            NODES.arrayNode().add(NODES.objectNode()),
            NODES.objectNode().put("Name", "WebApplication1").put("Scope", "DEMO")));
  }
}
