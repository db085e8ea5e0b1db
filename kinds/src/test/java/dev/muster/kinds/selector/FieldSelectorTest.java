package dev.muster.kinds.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.selector.FieldSelector;
import dev.muster.model.status.ApiException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldSelectorTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v1/pods | metadata.name=x | {'metadata':{'name':'x'}} | true",
        "v1/pods | metadata.name!=x | {'metadata':{'name':'x'}} | false",
        "v1/pods | spec.nodeName= | {'metadata':{},'spec':{},'status':{}} | true",
        "v1/pods | spec.host=n | {'spec':{'nodeName':'n'},'status':{}} | true",
        "v1/pods | status.phase==Running,spec.nodeName!=n | {'spec':{},'status':{'phase':'Running'}} | true",
        "v1/nodes | spec.unschedulable=true | {'spec':{'unschedulable':true},'status':{}} | true",
        "v1/nodes | spec.unschedulable=false | {'spec':{},'status':{}} | true",
        "v1/secrets | type=Opaque | {'type':'Opaque'} | true",
        "v1/events | involvedObject.name=p,reason=Started | {'involvedObject':{'name':'p'},'reason':'Started','source':{}} | true",
        "events.k8s.io/v1/events | regarding.name=p | {'involvedObject':{'name':'p'},'source':{}} | true",
        "v1/configmaps | metadata.namespace=a,metadata.name=b | {'metadata':{'name':'b','namespace':'a'}} | true",
      })
  void matches(String resource, String selector, String object, boolean expected)
      throws IOException {
    ObjectNode tree = (ObjectNode) new ObjectMapper().readTree(object.replace('\'', '"'));
    assertThat(FieldSelector.parse(kind(resource), selector).matches(tree)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "v1/configmaps | spec.x=1 | \"spec.x\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"",
        "v1/events | message=m | field label not supported: message",
        "v1/nodes | metadata.namespace=m | field label not supported: metadata.namespace",
        "v1/pods | a | invalid selector: 'a'; can't understand 'a'",
        "v1/pods | b=1,a | invalid selector: 'b=1,a'; can't understand 'a'",
        "v1/pods | metadata.name=a=b | invalid field selector: unescaped character in value: 61",
        "v1/pods | metadata.name=a\\b | invalid field selector: invalid escape sequence: \\b",
        "v1/pods | metadata.name=a\\ | invalid field selector: invalid escape sequence: \\",
        "batch/v1/jobs | x=1 | field label \"x\" not supported for Job",
      })
  void refusesInKubernetesWords(String resource, String selector, String message) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> FieldSelector.parse(kind(resource), selector))
        .withMessage(message);
  }

  @Test
  void unescapesValues() {
    FieldSelector selector =
        FieldSelector.parse(kind("v1/configmaps"), "metadata.name=a\\,b\\=c\\\\d");

    assertThat(selector.exactly("metadata.name")).hasValue("a,b=c\\d");
    assertThat(selector).hasToString("metadata.name=a\\,b\\=c\\\\d");
  }

  private static Kind kind(String resource) {
    int slash = resource.lastIndexOf('/');
    return KINDS
        .byResource(resource.substring(0, slash), resource.substring(slash + 1))
        .orElseThrow();
  }
}
