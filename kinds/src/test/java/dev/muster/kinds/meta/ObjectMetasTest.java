package dev.muster.kinds.meta;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectMetasTest {
  private static final Kind CONFIG_MAP =
      KubernetesKinds.kinds().byResource("v1", "configmaps").orElseThrow();
  private static final Kind NAMESPACE =
      KubernetesKinds.kinds().byResource("v1", "namespaces").orElseThrow();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'labels':{'a':'b c'}|metadata.labels: Invalid value: \"b c\": a valid label must be an empty string or",
        "'labels':{'a b':''}|metadata.labels: Invalid value: \"a b\": name part must consist of",
        "'annotations':{'a b':''}|metadata.annotations: Invalid value: \"a b\": name part must consist of",
        "'generation':-1|metadata.generation: Invalid value: -1: must be greater than or equal to 0",
        "'finalizers':['odd']|metadata.finalizers[0]: Invalid value: \"odd\": name is neither a standard finalizer name nor",
        "'finalizers':['a b/c']|metadata.finalizers: Invalid value: \"a b/c\": prefix part a lowercase RFC 1123 subdomain",
        "'finalizers':['orphan','foregroundDeletion']|metadata.finalizers: Invalid value: [\"orphan\",\"foregroundDeletion\"]:"
            + " finalizer orphan and foregroundDeletion cannot be both set",
        "'ownerReferences':[{'apiVersion':'v1','kind':'Event','name':'e','uid':'u'}]|metadata.ownerReferences: Invalid value:"
            + " {\"apiVersion\":\"v1\",\"kind\":\"Event\",\"name\":\"e\",\"uid\":\"u\"}: /v1, Kind=Event is disallowed",
        "'ownerReferences':[{'apiVersion':'','kind':'A','name':'e','uid':'u'}]|metadata.ownerReferences.apiVersion: Invalid"
            + " value: \"\": version must not be empty",
        "'ownerReferences':[{'apiVersion':'v1','kind':'A','name':'e'}]|metadata.ownerReferences.uid: Invalid value: \"\": must"
            + " not be empty",
        "'managedFields':[{'operation':'Delete'}]|metadata.managedFields[0].operation: Invalid value: \"Delete\": must be `Apply`"
            + " or `Update`",
      })
  void saysWhatIsWrongWithNewMetadata(String field, String fault) throws IOException {
    Errors errors = new Errors();
    ObjectMetas.validateCreate(CONFIG_MAP, object("'name':'c','namespace':'n'," + field), errors);
    assertThat(errors.list()).hasSize(1).first().asString().startsWith(fault);
  }

  @Test
  void allowsOneControllerOnly() throws IOException {
    String owner = "{'apiVersion':'v1','kind':'Pod','name':'%s','uid':'u','controller':true}";
    Errors errors = new Errors();
    ObjectMetas.validateCreate(
        CONFIG_MAP,
        object(
            "'name':'c','namespace':'n','ownerReferences':["
                + owner.formatted("a")
                + ","
                + owner.formatted("b")
                + "]"),
        errors);
    assertThat(errors.list())
        .hasSize(1)
        .first()
        .asString()
        .endsWith(
            "Only one reference can have Controller set to true. Found \"true\" in references for Pod/a and Pod/b");
  }

  @Test
  void countsAnnotationsTogether() throws IOException {
    ObjectNode object = object("'name':'c','namespace':'n'");
    ObjectNode annotations = object.withObject("metadata").withObject("annotations");
    annotations.put("a", "x".repeat(262_143));
    Errors errors = new Errors();
    ObjectMetas.validateCreate(CONFIG_MAP, object, errors);
    assertThat(errors.isEmpty()).isTrue();
    annotations.put("b", "");
    ObjectMetas.validateCreate(CONFIG_MAP, object, errors);
    assertThat(errors.message())
        .isEqualTo("metadata.annotations: Too long: may not be more than 262144 bytes");
  }

  @Test
  void asksForANamespaceWhereThereMustBeOneAndRefusesItElsewhere() throws IOException {
    Errors errors = new Errors();
    ObjectMetas.validateCreate(CONFIG_MAP, object("'name':'c'"), errors);
    ObjectMetas.validateCreate(NAMESPACE, object("'name':'c','namespace':'n'"), errors);
    assertThat(errors.list())
        .extracting(Object::toString)
        .containsExactly(
            "metadata.namespace: Required value",
            "metadata.namespace: Forbidden: not allowed on this type");
  }

  @Test
  void keepsWhatMayNotChange() throws IOException {
    String same = "'namespace':'n','resourceVersion':'1','generation':";
    Errors errors = new Errors();
    ObjectMetas.validateUpdate(
        CONFIG_MAP,
        object("'name':'c','uid':'2','creationTimestamp':'2026-01-01T00:00:00Z'," + same + "1"),
        object("'name':'b','uid':'1'," + same + "2"),
        errors);
    assertThat(errors.list())
        .extracting(Object::toString)
        .containsExactly(
            "metadata.generation: Invalid value: 1: must not be decremented",
            "metadata.name: Invalid value: \"c\": field is immutable",
            "metadata.uid: Invalid value: \"2\": field is immutable",
            "metadata.creationTimestamp: Invalid value: \"2026-01-01T00:00:00Z\": field is immutable");
  }

  @Test
  void takesNoNewFinalizersOnceDeleted() throws IOException {
    String meta = "'name':'c','namespace':'n','resourceVersion':'1'";
    String deleted = meta + ",'deletionTimestamp':'2026-01-01T00:00:00Z','finalizers':['a/b'%s]";
    Errors errors = new Errors();
    ObjectMetas.validateUpdate(
        CONFIG_MAP,
        object(deleted.formatted(",'a/d','a/c'")),
        object(deleted.formatted("")),
        errors);
    assertThat(errors.list())
        .extracting(Object::toString)
        .isEqualTo(
            List.of(
                "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new"
                    + " finalizers []string{\"a/c\", \"a/d\"}"));
  }

  private static ObjectNode object(String metadata) throws IOException {
    String json = "{\"metadata\":{" + metadata.replace('\'', '"') + "}}";
    return (ObjectNode) Trees.parse(json.getBytes(StandardCharsets.UTF_8));
  }
}
