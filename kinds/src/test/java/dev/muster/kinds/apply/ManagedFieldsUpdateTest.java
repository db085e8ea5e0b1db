package dev.muster.kinds.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.recorded.Rows;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManagedFieldsUpdateTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final ManagedFields FIELDS = new ManagedFields(KINDS);
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private static ObjectNode object(Kind kind, String json) {
    return Decoder.decode(kind.type(), Rows.json(json)).object();
  }

  private static Kind kind(String apiVersion, String name) {
    return KINDS.byKind(apiVersion, name).orElseThrow();
  }

  private static final Kind CONFIG_MAP = kind("v1", "ConfigMap");

  private static ObjectNode write(
      Kind kind, ObjectNode live, String json, String manager, int second) {
    return FIELDS.update(
        kind, live, object(kind, json), new Write(manager, "", START.plusSeconds(second)));
  }

  private static ObjectNode created() {
    ObjectNode made =
        FIELDS.update(
            CONFIG_MAP,
            null,
            object(CONFIG_MAP, "{'metadata':{'name':'c'},'data':{'a':'1','b':'1'}}"),
            new Write("one", "", START));
    ((ObjectNode) made.get("metadata")).put("uid", "u");
    return made;
  }

  private static JsonNode entries(ObjectNode object) {
    return object.at("/metadata/managedFields");
  }

  @Test
  void aChangedFieldChangesItsOwner() {
    ObjectNode now =
        write(
            CONFIG_MAP,
            created(),
            "{'metadata':{'name':'c','uid':'u'},'data':{'a':'1','b':'2'}}",
            "two",
            1);

    assertThat(entries(now))
        .isEqualTo(
            Rows.json(
                "[{'manager':'one','operation':'Update','apiVersion':'v1',"
                    + "'time':'2026-01-02T03:04:05Z','fieldsType':'FieldsV1',"
                    + "'fieldsV1':{'f:data':{'.':{},'f:a':{}}}},"
                    + "{'manager':'two','operation':'Update','apiVersion':'v1',"
                    + "'time':'2026-01-02T03:04:06Z','fieldsType':'FieldsV1',"
                    + "'fieldsV1':{'f:data':{'f:b':{}}}}]"));
  }

  @Test
  void aWriteThatChangesNothingKeepsOwnersAndTimes() {
    ObjectNode live = created();
    ObjectNode now =
        write(
            CONFIG_MAP,
            live,
            "{'metadata':{'name':'c','uid':'u'},'data':{'a':'1','b':'1'}}",
            "two",
            1);

    assertThat(entries(now)).isEqualTo(entries(live));
  }

  @Test
  void removedFieldsLeaveTheirOwnerWhoGoesWhenNothingIsLeft() {
    ObjectNode now = write(CONFIG_MAP, created(), "{'metadata':{'name':'c','uid':'u'}}", "two", 1);

    assertThat(entries(now).isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[{}]"})
  void anEmptyListOrEntryResetsTheEntriesAndThenNothingIsTracked(String sent) {
    ObjectNode now =
        write(
            CONFIG_MAP,
            created(),
            "{'metadata':{'name':'c','uid':'u','managedFields':" + sent + "},'data':{'a':'2'}}",
            "two",
            1);

    assertThat(entries(now).isMissingNode()).isTrue();
  }

  @Test
  void entriesThatTheClientSendsReplaceTheStoredOnes() {
    ObjectNode now =
        write(
            CONFIG_MAP,
            created(),
            "{'metadata':{'name':'c','uid':'u','managedFields':[{'manager':'x','operation':'Apply',"
                + "'apiVersion':'v1','fieldsType':'FieldsV1','fieldsV1':{'f:data':{'f:a':{}}}}]},"
                + "'data':{'a':'1','b':'1'}}",
            "two",
            1);

    assertThat(entries(now))
        .isEqualTo(
            Rows.json(
                "[{'manager':'x','operation':'Apply','apiVersion':'v1','fieldsType':'FieldsV1',"
                    + "'fieldsV1':{'f:data':{'f:a':{}}}}]"));
  }

  @Test
  void statusIsOwnedThroughItsSubresourceOnly() {
    Kind deployment = kind("apps/v1", "Deployment");
    ObjectNode live =
        FIELDS.update(
            deployment,
            null,
            object(
                deployment,
                "{'metadata':{'name':'d'},'spec':{'replicas':2},'status':{'replicas':2}}"),
            new Write("one", "", START));
    ((ObjectNode) live.get("metadata")).put("uid", "u").put("generation", 1L);

    ObjectNode now =
        FIELDS.update(
            deployment,
            live,
            object(
                deployment,
                "{'metadata':{'name':'d','uid':'u','labels':{'x':'y'},'managedFields':[{}]},"
                    + "'spec':{'replicas':3},'status':{'replicas':3}}"),
            new Write("two", "status", START));

    assertThat(entries(now))
        .isEqualTo(
            Rows.json(
                "[{'manager':'one','operation':'Update','apiVersion':'apps/v1',"
                    + "'time':'2026-01-02T03:04:05Z','fieldsType':'FieldsV1',"
                    + "'fieldsV1':{'f:spec':{'f:replicas':{}}}},"
                    + "{'manager':'two','operation':'Update','apiVersion':'apps/v1',"
                    + "'time':'2026-01-02T03:04:05Z','fieldsType':'FieldsV1',"
                    + "'fieldsV1':{'f:status':{'f:replicas':{}}},'subresource':'status'}]"));
  }

  @Test
  void whatHasNoEntriesIsNotTrackedByUpdates() {
    ObjectNode live = created();
    ((ObjectNode) live.get("metadata")).remove("managedFields");

    ObjectNode now =
        write(CONFIG_MAP, live, "{'metadata':{'name':'c','uid':'u'},'data':{'a':'2'}}", "two", 1);

    assertThat(entries(now).isMissingNode()).isTrue();
  }

  @Test
  void elementsOfASetAreOwnedByValue() {
    ObjectNode live = created();
    ((ObjectNode) live.get("metadata")).putArray("finalizers").add("a/one");
    ObjectNode now =
        write(
            CONFIG_MAP,
            live,
            "{'metadata':{'name':'c','uid':'u','finalizers':['b/two','a/one']},"
                + "'data':{'a':'1','b':'1'}}",
            "two",
            1);

    assertThat(entries(now).get(1).get("fieldsV1"))
        .isEqualTo(Rows.json("{'f:metadata':{'f:finalizers':{'v:\\'b/two\\'':{}}}}"));
  }

  @Test
  void timesAreKeptOnlyWhenNothingElseChanged() {
    ObjectNode live = created();
    ObjectNode later = live.deepCopy();
    ((ObjectNode) entries(later).get(0)).put("time", "2026-01-02T03:05:00Z");
    ObjectNode changed = later.deepCopy();
    ((ObjectNode) changed.get("data")).put("a", "2");

    ManagedFields.keepTimesIfUnchanged(live, later);
    ManagedFields.keepTimesIfUnchanged(live, changed);

    assertThat((JsonNode) later).isEqualTo(live);
    assertThat(entries(changed).get(0).get("time").asText()).isEqualTo("2026-01-02T03:05:00Z");
  }

  @Test
  void theEleventhUpdaterMergesTheTwoOldest() {
    ObjectNode live = created();
    StringBuilder data = new StringBuilder("'a':'1','b':'1'");
    for (int i = 1; i <= 10; i++) {
      data.append(",'k" + i + "':''");
      live =
          write(
              CONFIG_MAP,
              live,
              "{'metadata':{'name':'c','uid':'u'},'data':{" + data + "}}",
              "m" + i,
              i);
    }

    assertThat(entries(live)).hasSize(10);
    assertThat(entries(live).get(0))
        .isEqualTo(
            Rows.json(
                "{'manager':'ancient-changes','operation':'Update','apiVersion':'v1',"
                    + "'time':'2026-01-02T03:04:06Z','fieldsType':'FieldsV1','fieldsV1':"
                    + "{'f:data':{'.':{},'f:a':{},'f:b':{},'f:k1':{}}}}"));
  }
}
