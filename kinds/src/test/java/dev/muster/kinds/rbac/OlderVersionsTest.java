package dev.muster.kinds.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Trees;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class OlderVersionsTest {

  private static List<Kind> optional() {
    Kinds kinds = KubernetesKinds.kinds();
    return kinds.known().stream().filter(kind -> !kinds.serves(kind)).toList();
  }

  @Test
  void shareThePlacesOfTheCurrentOnes() {
    assertThat(optional())
        .filteredOn(kind -> kind.stored() && kind.group().equals("rbac.authorization.k8s.io"))
        .allSatisfy(
            k ->
                assertThat(
                        KubernetesKinds.kinds()
                            .byResource("rbac.authorization.k8s.io/v1", k.plural())
                            .orElseThrow()
                            .storagePrefix())
                    .isEqualTo(k.storagePrefix()));
    assertThat(optional())
        .extracting(Kind::apiVersion)
        .contains(
            "rbac.authorization.k8s.io/v1beta1",
            "rbac.authorization.k8s.io/v1alpha1",
            "authorization.k8s.io/v1beta1");
  }

  @Test
  void turnASubjectsVersionIntoItsGroupAndBack() throws IOException {
    SubjectsV1Alpha1 conversion = new SubjectsV1Alpha1();
    ObjectNode stored =
        conversion.toStored(
            object(
                "{'subjects':[{'kind':'User','apiVersion':'rbac.authorization.k8s.io/v1alpha1','name':'u'},"
                    + "{'kind':'ServiceAccount','apiVersion':'v1','name':'s','namespace':'n'},{'kind':'User','name':'*'}]}"));
    assertThat(stored)
        .isEqualTo(
            object(
                "{'subjects':[{'kind':'User','name':'u','apiGroup':'rbac.authorization.k8s.io'},"
                    + "{'kind':'ServiceAccount','name':'s','namespace':'n'},{'kind':'Group','name':'system:authenticated'}]}"));
    assertThat(
            conversion.fromStored(
                object(
                    "{'subjects':[{'kind':'User','name':'u','apiGroup':'rbac.authorization.k8s.io'},"
                        + "{'kind':'ServiceAccount','name':'s','namespace':'n'}]}")))
        .isEqualTo(
            object(
                "{'subjects':[{'kind':'User','name':'u','apiVersion':'rbac.authorization.k8s.io/v1alpha1'},"
                    + "{'kind':'ServiceAccount','name':'s','namespace':'n','apiVersion':'v1'}]}"));
  }

  private static ObjectNode object(String json) throws IOException {
    return (ObjectNode) Trees.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }
}
