package dev.muster.kinds.apiextensions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a schema is, it is refused or taken; and what was taken judges any object. */
class RandomSchemasTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final StructType DEFINITION =
      Schema.kubernetes().struct("apiextensions/v1.CustomResourceDefinition");
  private static final List<String> TYPES =
      List.of("object", "array", "string", "integer", "number", "boolean", "null", "odd", "");
  private static final List<String> TEXTS =
      List.of("a", "x", "^a+$", "(", "self == 1", "self.a > 0", "date-time", "map", "set", "");

  private final Random random = new Random(62);

  private ObjectNode schema(int depth) {
    ObjectNode out = JSON.objectNode();
    if (random.nextInt(8) > 0) {
      out.put("type", pick(TYPES));
    }
    if (depth > 0 && random.nextBoolean()) {
      ObjectNode properties = out.putObject("properties");
      properties.set("a", schema(depth - 1));
      properties.set(pick(List.of("b", "metadata", "kind", "a-b")), schema(depth - 1));
    }
    if (depth > 0 && random.nextInt(3) == 0) {
      out.set(pick(List.of("items", "additionalProperties", "not")), schema(depth - 1));
    }
    if (depth > 0 && random.nextInt(4) == 0) {
      out.putArray(pick(List.of("anyOf", "oneOf", "allOf"))).add(schema(0)).add(schema(depth - 1));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      word(out);
    }
    return out;
  }

  private void word(ObjectNode out) {
    switch (random.nextInt(10)) {
      case 0 -> out.set("default", value(2));
      case 1 -> out.put("pattern", pick(TEXTS));
      case 2 -> out.put("format", pick(TEXTS));
      case 3 -> out.put("maxLength", random.nextInt(5) - 1);
      case 4 -> out.put("nullable", random.nextBoolean());
      case 5 -> out.put("x-kubernetes-preserve-unknown-fields", true);
      case 6 -> out.put("x-kubernetes-int-or-string", true);
      case 7 -> out.put("x-kubernetes-list-type", pick(TEXTS));
      case 8 -> out.putArray("required").add("a");
      default -> out.putArray("x-kubernetes-validations").addObject().put("rule", pick(TEXTS));
    }
  }

  private JsonNode value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> JSON.numberNode(random.nextInt(5));
      case 1 -> JSON.numberNode(0.5);
      case 2 -> JSON.textNode(pick(TEXTS));
      case 3 -> JSON.booleanNode(true);
      case 4, 5 -> JSON.nullNode();
      case 6 -> {
        ArrayNode list = JSON.arrayNode();
        list.add(value(depth - 1)).add(value(depth - 1));
        yield list;
      }
      default -> {
        ObjectNode object = JSON.objectNode();
        object.set("a", value(depth - 1));
        object.set(pick(TEXTS), value(depth - 1));
        yield object;
      }
    };
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  private static ObjectNode definition(ObjectNode schema) {
    ObjectNode out = JSON.objectNode();
    out.put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "CustomResourceDefinition");
    out.putObject("metadata").put("name", "ws.example.com");
    ObjectNode spec = out.putObject("spec").put("group", "example.com").put("scope", "Cluster");
    spec.putObject("names").put("plural", "ws").put("kind", "W");
    ObjectNode version =
        spec.putArray("versions").addObject().put("name", "v1").put("served", true);
    version.put("storage", true).putObject("schema").set("openAPIV3Schema", schema);
    return Decoder.decode(DEFINITION, out).object();
  }

  @Test
  void nothingIsThrown() {
    CustomResourceDefinitionStrategy rules = new CustomResourceDefinitionStrategy();
    int taken = 0;
    for (int i = 0; i < 1_500; i++) {
      ObjectNode schema = schema(3);
      if (random.nextInt(4) > 0) {
        schema.put("type", "object");
      }
      ObjectNode definition = definition(schema);
      rules.applyDefaults(definition);
      rules.prepareForCreate(definition);
      Errors errors = new Errors();
      rules.validate(definition, errors);
      if (errors.isEmpty()) {
        taken++;
        judge(definition);
      }
    }
    assertThat(taken).isGreaterThan(20);
  }

  private void judge(ObjectNode definition) {
    ((ObjectNode) definition.get("status"))
        .set("acceptedNames", definition.path("spec").get("names"));
    Kind kind = CustomKinds.of(definition, Converter.NONE).getFirst();
    for (int i = 0; i < 5; i++) {
      ObjectNode object = JSON.objectNode().put("apiVersion", "example.com/v1").put("kind", "W");
      object.putObject("metadata").put("name", "w");
      object.set("a", value(3));
      try {
        ObjectNode decoded = Decoder.decode(kind.type(), object).object();
        ObjectNode stored = kind.conversion().toStored(decoded);
        kind.strategy().validate(stored, new Errors());
        kind.strategy().validateUpdate(stored, stored.deepCopy(), new Errors());
      } catch (DecodeException e) {
        assertThat(e.getMessage()).isNotBlank();
      }
    }
  }
}
