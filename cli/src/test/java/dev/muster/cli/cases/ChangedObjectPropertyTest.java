package dev.muster.cli.cases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What is changed is there afterwards, and what is expected and there is no difference. */
class ChangedObjectPropertyTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  @Property(tries = 500)
  void whatIsChangedIsThere(
      @ForAll("objects") ObjectNode object, @ForAll("objects") ObjectNode change) {
    ObjectNode changed = ChangedObject.of(object, change);
    assertThat(Subset.difference("", change, changed)).isEmpty();
    assertThat(ChangedObject.of(changed, change)).isEqualTo(changed);
  }

  @Property(tries = 200)
  void everythingHasAllOfItself(@ForAll("objects") ObjectNode object) {
    assertThat(Subset.difference("", object, object)).isEmpty();
    assertThat(Subset.difference("", NODES.objectNode(), object)).isEmpty();
  }

  @Property(tries = 200)
  void anotherValueIsADifference(@ForAll("objects") ObjectNode object) {
    ObjectNode other = object.deepCopy();
    other.put("a", "quite another");
    assertThat(Subset.difference("", other, object)).isPresent();
  }

  @Provide
  Arbitrary<ObjectNode> objects() {
    return object(2).map(ObjectNode.class::cast);
  }

  private static Arbitrary<JsonNode> object(int depth) {
    Arbitrary<String> names = Arbitraries.of("a", "b", "c");
    return Combinators.combine(names, value(depth), names, value(depth))
        .as((a, one, b, two) -> NODES.objectNode().<ObjectNode>set(a, one).set(b, two));
  }

  private static Arbitrary<JsonNode> value(int depth) {
    Arbitrary<JsonNode> leaf =
        Arbitraries.of(NODES.textNode("x"), NODES.numberNode(1), NODES.booleanNode(true));
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<JsonNode> named =
        Combinators.combine(Arbitraries.of("n", "m"), value(depth - 1))
            .as((name, value) -> NODES.objectNode().put("name", name).set("v", value));
    Arbitrary<JsonNode> lists =
        Arbitraries.oneOf(leaf, named)
            .list()
            .uniqueElements(each -> each.path("name").asText(each.toString()))
            .ofMaxSize(2)
            .map(
                entries -> {
                  ArrayNode list = NODES.arrayNode();
                  entries.forEach(list::add);
                  return list;
                });
    return Arbitraries.oneOf(leaf, object(depth - 1), lists);
  }
}
