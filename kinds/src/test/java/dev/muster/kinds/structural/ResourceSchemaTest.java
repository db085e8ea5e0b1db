package dev.muster.kinds.structural;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is kept of an object, what is filled in, and what is wrong with it. */
class ResourceSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static ObjectNode tree(String json) throws IOException {
    return (ObjectNode) JSON.readTree(json.replace('\'', '"'));
  }

  private static ResourceSchema schema(String spec) throws IOException {
    return new ResourceSchema(
        "example.com/v1.Widget",
        tree("{'type':'object','properties':{'spec':" + spec + "}}"),
        false);
  }

  private static List<String> faults(String spec, String now, @Nullable String before)
      throws IOException {
    Errors errors = new Errors();
    ObjectNode old = before == null ? null : tree("{'spec':" + before + "}");
    schema(spec).validate(tree("{'spec':" + now + "}"), old, errors);
    return errors.list().stream().map(Object::toString).toList();
  }

  @Test
  void takesOutWhatItDoesNotKnowAndTells() throws IOException {
    ObjectNode object = tree("{'spec':{'a':1,'b':{'c':2}},'kind':'Widget','zz':3}");
    List<String> unknown = new ArrayList<>();
    schema("{'type':'object','properties':{'a':{'type':'integer'},'b':{'type':'object'}}}")
        .coerce(object, unknown::add);
    assertThat(object).isEqualTo(tree("{'spec':{'a':1,'b':{}},'kind':'Widget'}"));
    assertThat(unknown).containsExactly("spec.b.c", "zz");
  }

  @Test
  void keepsWhatItIsToldToKeep() throws IOException {
    ObjectNode object = tree("{'spec':{'x':{'y':[{'z':1}]}}}");
    schema("{'type':'object','x-kubernetes-preserve-unknown-fields':true}")
        .coerce(object, unknown -> {});
    assertThat(object).isEqualTo(tree("{'spec':{'x':{'y':[{'z':1}]}}}"));
  }

  @Test
  void fillsInDefaultsInsideOfDefaults() throws IOException {
    ObjectNode object = tree("{'spec':{}}");
    schema(
            "{'type':'object','properties':{'o':{'type':'object','default':{},"
                + "'properties':{'n':{'type':'integer','default':7}}}}}")
        .fill(object);
    assertThat(object).isEqualTo(tree("{'spec':{'o':{'n':7}}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'string'} | 1 | spec: Invalid value: \"integer\": spec in body must be of type string: \"integer\"",
        "{'type':'string','maxLength':2} | 'abc' | spec: Too long: may not be more than 2 bytes",
        "{'type':'integer','minimum':3} | 2 | spec: Invalid value: 2: spec in body should be greater than or equal to 3",
        "{'type':'string','enum':['a','b']} | 'c' | spec: Unsupported value: \"c\": supported values: \"a\", \"b\"",
        "{'type':'object','required':['a']} | {} | spec.a: Required value",
        "{'type':'string','pattern':'^a$'} | 'b' | spec: Invalid value: \"b\": spec in body should match '^a$'",
        "{'type':'string','not':{'enum':['a']}} | 'a' | <nil>: Invalid value: \"\": \"spec\" must not validate the schema (not)",
        "{'type':'string','format':'ipv4'} | 'x' | spec: Invalid value: \"x\": spec in body must be of type ipv4: \"x\""
      })
  void findsWhatIsWrong(String spec, String value, String fault) throws IOException {
    assertThat(faults(spec, value, null)).containsExactly(fault);
  }

  @Test
  void whatWasWrongBeforeMayStayAsLongAsItIsTheSame() throws IOException {
    String spec =
        "{'type':'object','properties':{'a':{'type':'string','maxLength':2},'b':{'type':'string'}}}";
    assertThat(faults(spec, "{'a':'long','b':'x'}", "{'a':'long'}")).isEmpty();
    assertThat(faults(spec, "{'a':'longer'}", "{'a':'long'}"))
        .containsExactly("spec.a: Too long: may not be more than 2 bytes");
  }

  @Test
  void elementsAreTheSameByTheirKeys() throws IOException {
    String spec =
        "{'type':'array','x-kubernetes-list-type':'map','x-kubernetes-list-map-keys':['k'],"
            + "'items':{'type':'object','properties':{'k':{'type':'string'},"
            + "'v':{'type':'string','maxLength':1}}}}";
    assertThat(
            faults(
                spec, "[{'k':'new','v':'x'},{'k':'old','v':'long'}]", "[{'k':'old','v':'long'}]"))
        .isEmpty();
  }
}
