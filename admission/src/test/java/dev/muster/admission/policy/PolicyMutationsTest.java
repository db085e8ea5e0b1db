package dev.muster.admission.policy;

import static dev.muster.admission.policy.BoundMutations.CONFIG_MAP;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.model.status.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What policies make of objects, in which order, and what is said when they cannot. */
class PolicyMutationsTest {
  private static final String NEVER = "reinvocationPolicy: Never";
  private static final String IF_NEEDED = "reinvocationPolicy: IfNeeded";
  private static final String TRAIL =
      "Object{metadata: Object.metadata{annotations: {'trail':"
          + " object.metadata.?annotations.?trail.orValue('') + '%s'}}}";

  private static String trail(ObjectNode object) {
    return object.at("/metadata/annotations/trail").asText();
  }

  /** Changes every object once, as a plugin of the server might. */
  private record Appending(String text) implements AdmissionPlugin {
    @Override
    public String name() {
      return "Appending";
    }

    @Override
    public void admit(AdmissionRequest request) {
      ObjectNode object = request.object();
      if (object != null && !object.at("/metadata/annotations/trail").asText().contains(text)) {
        ObjectNode annotations = object.withObject("/metadata/annotations");
        annotations.put("trail", annotations.path("trail").asText() + text);
      }
    }
  }

  @Test
  void policiesComeInTheOrderOfTheirNames() {
    BoundMutations policies =
        new BoundMutations()
            .apply("b", TRAIL.formatted("b"), NEVER)
            .apply("c", TRAIL.formatted("c"), NEVER)
            .apply("a", TRAIL.formatted("a"), NEVER);
    assertThat(trail(policies.written(CONFIG_MAP))).isEqualTo("abc");
    assertThat(policies.counted).containsExactly("a no_error", "b no_error", "c no_error");
  }

  @Test
  void policyThatWantsToSeesWhatComesAfterIt() {
    BoundMutations policies =
        new BoundMutations(new Appending("-"))
            .apply("a", TRAIL.formatted("a"), IF_NEEDED)
            .apply("b", TRAIL.formatted("b"), NEVER);
    assertThat(trail(policies.written(CONFIG_MAP))).isEqualTo("ab-a");
  }

  @Test
  void policyAloneThatWantsToSeesItsOwnChange() {
    BoundMutations policies = new BoundMutations().apply("a", TRAIL.formatted("a"), IF_NEEDED);
    assertThat(trail(policies.written(CONFIG_MAP))).isEqualTo("aa");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [JSONPatch{op: 'add', path: '/data/b', value: '2'}] | {"a":"1","b":"2"}
          [JSONPatch{op: 'add', path: '/data', value: Object.data{c: '3'}}] | {"c":"3"}
          [JSONPatch{op: 'replace', path: '/data/a', value: 'x'}] | {"a":"x"}
          [JSONPatch{op: 'copy', from: '/data/a', path: '/data/b'}] | {"a":"1","b":"1"}
          [JSONPatch{op: 'move', from: '/data/a', path: '/data/b'}] | {"b":"1"}
          [JSONPatch{op: 'test', path: '/data/a', value: '1'}, JSONPatch{op: 'remove', path: '/data/a'}, JSONPatch{op: 'add', path: '/data/z', value: ''}] | {"z":""}
          [JSONPatch{op: 'test', path: '/data/a', value: 'other'}, JSONPatch{op: 'remove', path: '/data/a'}] | {"a":"1"}
          [JSONPatch{op: 'add', path: '/metadata/annotations', value: {'x/y': 'z'}}, JSONPatch{op: 'move', from: '/metadata/annotations/' + jsonpatch.escapeKey('x/y'), path: '/data/a'}] | {"a":"z"}
          """)
  void patchesApply(String expression, String data) {
    ObjectNode written = new BoundMutations().patch("p", expression).written(CONFIG_MAP);
    assertThat(written.path("data")).hasToString(data);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [JSONPatch{op: 'frob', path: '/x'}] | JSON Patch: Unexpected kind: frob
          [JSONPatch{op: 'add', path: '/x/y', value: 1}] | JSON Patch: add operation does not apply: doc is missing path: "/x/y": missing value
          [JSONPatch{op: 'remove', path: '/data/z'}] | JSON Patch: error in remove for path: '/data/z': Unable to remove nonexistent key: z: missing value
          [JSONPatch{op: 'replace', path: '/x/y', value: 1}] | JSON Patch: replace operation does not apply: doc is missing path: /x/y: missing value
          [JSONPatch{op: 'move', path: '/data/z'}] | JSON Patch: move operation failed to decode from: operation, missing from field: missing value
          [JSONPatch{op: 'copy', from: '/x/y', path: '/data/z'}] | JSON Patch: copy operation does not apply: doc is missing from path: /x/y: missing value
          [JSONPatch{op: 'test', path: '/x/y', value: 1}] | JSON Patch: test operation does not apply: is missing path: /x/y: missing value
          [JSONPatch{op: 'add', path: '/nothing', value: 1}] | strict decoding error: unknown field "nothing"
          [JSONPatch{op: 'add', path: '/metadata/finalizers', value: ['x']}, JSONPatch{op: 'add', path: '/metadata/finalizers/7', value: 'y'}] | JSON Patch: error in add for path: '/metadata/finalizers/7': Unable to access invalid index: 7: invalid index referenced
          [JSONPatch{op: 'add', path: '/metadata/finalizers', value: ['x']}, JSONPatch{op: 'add', path: '/metadata/finalizers/q', value: 'y'}] | JSON Patch: error in add for path: '/metadata/finalizers/q': value was not a proper array index: 'q': strconv.Atoi: parsing "q": invalid syntax
          """)
  void patchThatDoesNotApplySaysWhy(String expression, String why) {
    BoundMutations policies = new BoundMutations().patch("p", expression);
    Status refusal = policies.refusal(CONFIG_MAP);
    assertThat(refusal.message()).isEqualTo("policy 'p' with binding 'p' denied request: " + why);
    assertThat(refusal.code()).isEqualTo(403);
    assertThat(refusal.reason()).isEqualTo("Invalid");
    assertThat(policies.counted).containsExactly("p invalid_error");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Object{metadata: Object.spec{}} | type mismatch: unexpected type name "Object.spec", expected "Object.metadata", which matches field name path from root Object type
          Object{data: 1} | error applying patch: failed to convert patch object to typed object: .data: expected map, got &{1}
          Object{metadata: Object.metadata{labels: {'a': 1}}} | error applying patch: failed to convert patch object to typed object: .metadata.labels.a: expected string, got &value.valueUnstructured{Value:1}
          Object{metadata: Object.metadata{finalizers: ['a', 'a']}} | error applying patch: failed to convert patch object to typed object: .metadata.finalizers: duplicate entries for key [="a"]
          """)
  void configurationThatDoesNotFitSaysWhy(String expression, String why) {
    assertThat(new BoundMutations().apply("p", expression, NEVER).refusal(CONFIG_MAP).message())
        .isEqualTo("policy 'p' with binding 'p' denied request: " + why);
  }

  @Test
  void everyFailureIsACause() {
    BoundMutations policies =
        new BoundMutations()
            .apply("a", "Object{data: object.nothing}", NEVER)
            .apply("b", "Object{data: {'b': '2'}}", NEVER)
            .patch("c", "[JSONPatch{op: 'frob', path: '/x'}]");
    Status refusal = policies.refusal(CONFIG_MAP);
    assertThat(refusal.message()).startsWith("policy 'a' with binding 'a' denied request: ");
    assertThat(refusal.details().causes()).hasSize(2);
    assertThat(policies.counted)
        .containsExactly("a invalid_error", "b no_error", "c invalid_error");
  }

  @Test
  void failureThatIsIgnoredLeavesTheOthersAlone() {
    BoundMutations policies =
        new BoundMutations()
            .apply("a", "Object{data: object.nothing}", NEVER + "\nfailurePolicy: Ignore")
            .apply("b", "Object{data: {'b': '2'}}", NEVER);
    assertThat(policies.written(CONFIG_MAP).path("data")).hasToString("{\"a\":\"1\",\"b\":\"2\"}");
  }
}
