package dev.muster.controllers.statefulsets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who owns a claim, for each policy and for pods that stay and that go. */
class ClaimRetentionTest {
  private static ObjectNode json(String text) throws IOException {
    return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @ParameterizedTest(name = "whenScaled {0}, whenDeleted {1}, {2}: {3}")
  @CsvSource({
    "Retain, Retain, web-0, ''",
    "Retain, Delete, web-0, StatefulSet",
    "Delete, Retain, web-0, ''",
    "Delete, Delete, web-0, StatefulSet",
    "Retain, Retain, web-5, ''",
    "Retain, Delete, web-5, StatefulSet",
    "Delete, Retain, web-5, Pod",
    "Delete, Delete, web-5, Pod",
  })
  void owner(String scaled, String deleted, String name, String owner) throws IOException {
    ClaimRetention retention = retention(scaled, deleted, name);
    ObjectNode claim = json("{'metadata':{'name':'data-web-0'}}");
    ObjectNode mended = retention.mended(claim).tree();
    assertThat(mended.at("/metadata/ownerReferences/0/kind").asText()).isEqualTo(owner);
    assertThat(retention.isUpToDate(mended)).isTrue();
    assertThat(retention.isUpToDate(claim)).isEqualTo(owner.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"Delete, Delete, web-0", "Delete, Retain, web-5"})
  void aClaimOfSomebodyElseIsLeftAlone(String scaled, String deleted, String name)
      throws IOException {
    ObjectNode claim =
        json(
            "{'metadata':{'ownerReferences':[{'apiVersion':'x/v1','kind':'Backup','name':'b',"
                + "'uid':'7','controller':true}]}}");
    ClaimRetention retention = retention(scaled, deleted, name);
    assertThat(retention.isForeign(claim)).isTrue();
    assertThat(retention.isUpToDate(claim)).isTrue();
  }

  private static ClaimRetention retention(String scaled, String deleted, String name)
      throws IOException {
    ObjectNode set =
        json(
            """
            {'metadata':{'name':'web','uid':'1'},'spec':{'replicas':2,
             'persistentVolumeClaimRetentionPolicy':{'whenScaled':'%s','whenDeleted':'%s'}}}
            """
                .formatted(scaled, deleted));
    ObjectNode pod = json("{'metadata':{'name':'%s','uid':'2'}}".formatted(name));
    return new ClaimRetention(new StatefulView(set), pod);
  }
}
