package dev.muster.views;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.types.Schema;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewTest {
  private static final String POD =
      """
      {"metadata": {"name": "web"},
       "spec": {"securityContext": {"runAsUser": 7},
                "containers": [{"name": "a"}, {"name": "b", "securityContext": {"runAsUser": 0}}]}}
      """;

  private static Pod pod() throws Exception {
    return Pod.of((ObjectNode) JsonMapper.builder().build().readTree(POD));
  }

  @Test
  void fieldsAreReadByTheirNames() throws Exception {
    assertThat(pod().metadata().name().text()).isEqualTo("web");
    assertThat(pod().spec().securityContext().runAsUser().number()).isEqualTo(7);
    assertThat(pod().spec().containers())
        .extracting(c -> c.name().text())
        .containsExactly("a", "b");
  }

  @Test
  void everyViewKnowsWhereItStands() throws Exception {
    Container second = pod().spec().containers().get(1);
    assertThat(second.securityContext().runAsUser().path())
        .hasToString("spec.containers[1].securityContext.runAsUser");
    assertThat(second.securityContext().seLinuxOptions().level().path())
        .hasToString("spec.containers[1].securityContext.seLinuxOptions.level");
  }

  @Test
  void whatIsAbsentReadsAsEmpty() throws Exception {
    Container first = pod().spec().containers().getFirst();
    assertThat(first.securityContext().present()).isFalse();
    assertThat(first.securityContext().capabilities().add().texts()).isEmpty();
    assertThat(first.env()).isEmpty();
    assertThat(pod().spec().securityContext().runAsGroup().present()).isFalse();
  }

  @Test
  void aListKnowsWhereItStandsAlsoWhenItIsAbsent() throws Exception {
    assertThat(pod().spec().containers().at().path()).hasToString("spec.containers");
    assertThat(pod().spec().volumes().at().path()).hasToString("spec.volumes");
    assertThat(pod().spec().volumes()).isEmpty();
    assertThatThrownBy(() -> pod().spec().volumes().get(0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aViewIsTheTreeItself() throws Exception {
    Pod pod = pod();
    ((ObjectNode) pod.spec().securityContext().tree()).put("runAsUser", 8);
    assertThat(pod.spec().securityContext().runAsUser().number()).isEqualTo(8);
  }

  @Test
  void viewsAreEqualThatSeeTheSameAtTheSamePlace() throws Exception {
    assertThat(pod()).isEqualTo(pod()).hasSameHashCodeAs(pod());
    assertThat(pod().spec().containers()).isEqualTo(pod().spec().containers());
    assertThat(pod().spec().containers().get(0)).isNotEqualTo(pod().spec().containers().get(1));
    assertThat(pod().spec().initContainers().at()).isNotEqualTo(pod().spec().volumes().at());
  }

  @Test
  void everyTypeOfTheTablesHasItsView() throws Exception {
    List<String> names = List.copyOf(Schema.kubernetes().names());
    assertThat(names).hasSizeGreaterThan(600);
    for (String name : names) {
      String table = name.substring(0, name.indexOf('.'));
      StringBuilder outer = new StringBuilder();
      for (String word : table.split("/")) {
        outer.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
      }
      String type = "dev.muster.views." + outer + "$" + name.substring(name.indexOf('.') + 1);
      assertThat(View.class).as(name).isAssignableFrom(Class.forName(type));
      String mutable = type.replace("$", "$Mutable");
      assertThat(MutableView.class).as(name).isAssignableFrom(Class.forName(mutable));
    }
  }
}
