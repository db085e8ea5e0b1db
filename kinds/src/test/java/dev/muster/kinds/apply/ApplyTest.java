package dev.muster.kinds.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.recorded.Rows;
import dev.muster.model.apply.Config;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What applying does to the object and to who owns it. */
class ApplyTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final ManagedFields FIELDS = new ManagedFields(KINDS);
  private static final Kind CONFIG_MAP = KINDS.byKind("v1", "ConfigMap").orElseThrow();
  private static final Kind POD = KINDS.byKind("v1", "Pod").orElseThrow();
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private @Nullable ObjectNode live;
  private int second;

  private ObjectNode apply(Kind kind, String manager, boolean force, String rest) {
    String body =
        "{'apiVersion':'v1','kind':'%s','metadata':{'name':'x'}%s}"
            .formatted(kind.kind(), rest.isEmpty() ? "" : "," + rest)
            .replace('\'', '"');
    ObjectNode now =
        FIELDS.apply(
            kind,
            live,
            Config.read(body.getBytes(StandardCharsets.UTF_8)),
            new Write(manager, "", START.plusSeconds(second++)),
            force);
    ((ObjectNode) now.get("metadata")).put("uid", "u");
    live = now;
    return now;
  }

  private ObjectNode apply(Kind kind, String manager, String rest) {
    return apply(kind, manager, false, rest);
  }

  private static JsonNode fields(ObjectNode object, String manager) {
    for (JsonNode entry : object.at("/metadata/managedFields")) {
      if (entry.get("manager").asText().equals(manager)) {
        return entry.get("fieldsV1");
      }
    }
    return Rows.json("null");
  }

  @Test
  void whatIsNoLongerAppliedGoes() {
    apply(CONFIG_MAP, "one", "'data':{'a':'1','b':'2'}");
    ObjectNode now = apply(CONFIG_MAP, "one", "'data':{'a':'1'}");

    assertThat(now.get("data")).isEqualTo(Rows.json("{'a':'1'}"));
    assertThat(fields(now, "one")).isEqualTo(Rows.json("{'f:data':{'f:a':{}}}"));
  }

  @Test
  void whatOthersApplyTooStays() {
    apply(CONFIG_MAP, "one", "'data':{'a':'1','b':'2'}");
    apply(CONFIG_MAP, "two", "'data':{'b':'2'}");
    ObjectNode now = apply(CONFIG_MAP, "one", "'data':{'a':'1'}");

    assertThat(now.get("data")).isEqualTo(Rows.json("{'a':'1','b':'2'}"));
    assertThat(fields(now, "two")).isEqualTo(Rows.json("{'f:data':{'f:b':{}}}"));
  }

  @Test
  void whoAppliesNothingOwnsNothing() {
    apply(CONFIG_MAP, "one", "'data':{'a':'1'}");
    ObjectNode now = apply(CONFIG_MAP, "one", "");

    assertThat(now.has("data")).isFalse();
    assertThat(now.get("metadata").has("managedFields")).isFalse();
  }

  @Test
  void elementsAreMergedByKeyAndPruned() {
    apply(
        POD,
        "one",
        "'spec':{'containers':[{'name':'a','image':'i:1','env':[{'name':'X','value':'1'},"
            + "{'name':'Y','value':'2'}],'ports':[{'containerPort':80}]}]}");
    apply(POD, "two", "'spec':{'containers':[{'name':'b','image':'i:2'}]}");
    ObjectNode now =
        apply(
            POD,
            "one",
            "'spec':{'containers':[{'name':'a','image':'i:3','env':[{'name':'Y','value':'2'}]}]}");

    assertThat(now.at("/spec/containers"))
        .isEqualTo(
            Rows.json(
                "[{'name':'a','image':'i:3','env':[{'name':'Y','value':'2'}],'resources':{}},"
                    + "{'name':'b','image':'i:2','resources':{}}]"));
    assertThat(fields(now, "two"))
        .isEqualTo(
            Rows.json(
                "{'f:spec':{'f:containers':{'k:{\\'name\\':\\'b\\'}':"
                    + "{'.':{},'f:image':{},'f:name':{}}}}}"));
  }

  @Test
  void keysThatAreLeftOutHaveTheirDefault() {
    ObjectNode now =
        apply(POD, "one", "'spec':{'containers':[{'name':'a','ports':[{'containerPort':80}]}]}");

    assertThat(fields(now, "one"))
        .isEqualTo(
            Rows.json(
                "{'f:spec':{'f:containers':{'k:{\\'name\\':\\'a\\'}':{'.':{},'f:name':{},"
                    + "'f:ports':{'k:{\\'containerPort\\':80,\\'protocol\\':\\'TCP\\'}':"
                    + "{'.':{},'f:containerPort':{}}}}}}}"));
  }

  @Test
  void newElementsTakeThePlaceTheyAreAppliedIn() {
    apply(POD, "one", "'spec':{'containers':[{'name':'a'},{'name':'c'}]}");
    ObjectNode now =
        apply(
            POD,
            "two",
            "'spec':{'containers':[{'name':'a'},{'name':'b'},{'name':'c'},{'name':'d'}]}");

    assertThat(now.at("/spec/containers").valueStream().map(c -> c.get("name").asText()))
        .containsExactly("a", "b", "c", "d");
  }

  @Test
  void conflictsAreToldWithTheirOwners() {
    apply(POD, "one", "'spec':{'nodeName':'n','containers':[{'name':'a','image':'i:1'}]}");
    ApiException refused =
        catchThrowableOfType(
            ApiException.class,
            () ->
                apply(
                    POD,
                    "two",
                    "'spec':{'nodeName':'m','containers':[{'name':'a','image':'i:2'}]}"));

    assertThat(refused.status().message())
        .isEqualTo(
            """
            Apply failed with 2 conflicts: conflicts with "one":
            - .spec.nodeName
            - .spec.containers[name="a"].image""");
    assertThat(refused.status().details().causes())
        .extracting("reason", "field", "body")
        .containsExactly(
            tuple("FieldManagerConflict", ".spec.nodeName", "conflict with \"one\""),
            tuple(
                "FieldManagerConflict",
                ".spec.containers[name=\"a\"].image",
                "conflict with \"one\""));
  }

  @Test
  void forceTakesFieldsFromTheirOwners() {
    apply(CONFIG_MAP, "one", "'data':{'a':'1','b':'2'}");
    ObjectNode now = apply(CONFIG_MAP, "two", true, "'data':{'a':'9'}");

    assertThat(now.get("data")).isEqualTo(Rows.json("{'a':'9','b':'2'}"));
    assertThat(fields(now, "one")).isEqualTo(Rows.json("{'f:data':{'f:b':{}}}"));
    assertThat(fields(now, "two")).isEqualTo(Rows.json("{'f:data':{'f:a':{}}}"));
  }

  @Test
  void applyingTheSameAgainChangesNothing() {
    ObjectNode before = apply(POD, "one", "'spec':{'containers':[{'name':'a','image':'i:1'}]}");
    ObjectNode now = apply(POD, "one", "'spec':{'containers':[{'name':'a','image':'i:1'}]}");

    assertThat((JsonNode) now).isEqualTo(before);
  }

  @Test
  void anAtomicListIsOneField() {
    apply(POD, "one", "'spec':{'tolerations':[{'key':'a','operator':'Exists'}]}");
    ObjectNode now =
        apply(POD, "two", true, "'spec':{'tolerations':[{'key':'b','operator':'Exists'}]}");

    assertThat(now.at("/spec/tolerations"))
        .isEqualTo(Rows.json("[{'key':'b','operator':'Exists'}]"));
    assertThat(fields(now, "one").isNull()).isTrue();
  }

  @Test
  void kubectlTakesOverWhatClientSideApplySet() {
    String last =
        "{\\\"apiVersion\\\":\\\"v1\\\",\\\"kind\\\":\\\"ConfigMap\\\",\\\"metadata\\\":"
            + "{\\\"annotations\\\":{},\\\"name\\\":\\\"x\\\"},\\\"data\\\":{\\\"a\\\":\\\"1\\\"}}";
    String json =
        ("{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'x','uid':'u','annotations':"
                + "{'kubectl.kubernetes.io/last-applied-configuration':'LAST'}},'data':{'a':'1'}}")
            .replace('\'', '"')
            .replace("LAST", last);
    ObjectNode stored = Decoder.decode(CONFIG_MAP.type(), Rows.json(json)).object();
    live =
        FIELDS.update(CONFIG_MAP, null, stored, new Write("kubectl-client-side-apply", "", START));

    ObjectNode now = apply(CONFIG_MAP, "kubectl", "'data':{'a':'2'}");

    assertThat(now.get("data")).isEqualTo(Rows.json("{'a':'2'}"));
    assertThat(fields(now, "kubectl")).isEqualTo(Rows.json("{'f:data':{'f:a':{}}}"));
    assertThat(now.at("/metadata/annotations").properties().iterator().next().getValue().asText())
        .isEqualTo(
            "{\"apiVersion\":\"v1\",\"data\":{\"a\":\"2\"},\"kind\":\"ConfigMap\","
                + "\"metadata\":{\"name\":\"x\"}}\n");
  }

  @Test
  void faultsNameThePlace() {
    assertThat(fault("'spec':{'containers':[{'name':'a'},{'name':'a'}]}"))
        .isEqualTo(".spec.containers: duplicate entries for key [name=\"a\"]");
    assertThat(fault("'spec':{'containers':[{'name':'a','tty':'x','command':'y','zz':1}]}"))
        .isEqualTo(
            """
            errors:
              .spec.containers[name="a"].command: expected list, got &{y}
              .spec.containers[name="a"].tty: expected boolean, got &{x}
              .spec.containers[name="a"].zz: field not declared in schema""");
    assertThat(fault("'spec':{'nodeSelector':{'a':['b']},'priority':'1'}"))
        .isEqualTo(
            """
            errors:
              .spec.nodeSelector.a: expected string, got &value.valueUnstructured{Value:[]interface {}{"b"}}
              .spec.priority: expected numeric (int or float), got string""");
  }

  private String fault(String rest) {
    String message =
        catchThrowableOfType(ApiException.class, () -> apply(POD, "one", rest)).status().message();
    String before = "failed to create typed patch object (/x; /v1, Kind=Pod): ";
    assertThat(message).startsWith(before);
    return message.substring(before.length());
  }
}
