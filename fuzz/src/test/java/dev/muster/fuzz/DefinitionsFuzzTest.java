package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.apiextensions.Converter;
import dev.muster.kinds.apiextensions.CustomKinds;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import java.io.IOException;

/** A text, taken for the schema of a custom resource: what passes can be compiled and used. */
class DefinitionsFuzzTest {
  private static final Kind DEFINITIONS =
      KubernetesKinds.kinds()
          .byKind("apiextensions.k8s.io/v1", "CustomResourceDefinition")
          .orElseThrow();

  @FuzzTest
  void aSchemaThatPassesCanBeUsed(byte[] input) {
    ObjectNode definition;
    try {
      definition = definition(Trees.parse(input));
    } catch (IOException | DecodeException refused) {
      return;
    }
    Errors errors = new Errors();
    DEFINITIONS.strategy().validate(definition, errors);
    if (!errors.isEmpty()) {
      assertThat(errors.message()).isNotEmpty();
      return;
    }
    for (Kind kind : CustomKinds.of(definition, Converter.NONE)) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      object.put("apiVersion", kind.apiVersion()).put("kind", kind.kind());
      object.putObject("metadata").put("name", "w").put("namespace", "n");
      object.putObject("spec").put("a", "b");
      kind.strategy().validate(kind.conversion().toStored(object), new Errors());
    }
  }

  private static ObjectNode definition(JsonNode schema) throws DecodeException {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("apiVersion", DEFINITIONS.apiVersion()).put("kind", DEFINITIONS.kind());
    out.putObject("metadata").put("name", "widgets.example.com");
    ObjectNode spec = out.putObject("spec").put("group", "example.com").put("scope", "Namespaced");
    spec.putObject("names")
        .put("plural", "widgets")
        .put("singular", "widget")
        .put("kind", "Widget")
        .put("listKind", "WidgetList");
    spec.putObject("conversion").put("strategy", "None");
    ObjectNode version = spec.putArray("versions").addObject();
    version.put("name", "v1").put("served", true).put("storage", true);
    version.putObject("schema").set("openAPIV3Schema", schema);
    out.putObject("status").putArray("storedVersions").add("v1");
    return Decoder.decode(DEFINITIONS.type(), out).object();
  }
}
