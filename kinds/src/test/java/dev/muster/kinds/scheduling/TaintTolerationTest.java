package dev.muster.kinds.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutableTaint;
import dev.muster.views.CoreV1.MutableToleration;
import dev.muster.views.CoreV1.Taint;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaintTolerationTest {
  private static Taint taint(String effect) {
    return MutableTaint.create().key("gpu").value("a").effect(effect).reading();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "the same key and value,     gpu,  Equal,  a,  '',         true",
    "no operator is Equal,       gpu,  '',     a,  '',         true",
    "another value,              gpu,  Equal,  b,  '',         false",
    "any value,                  gpu,  Exists, '', '',         true",
    "another key,                disk, Exists, '', '',         false",
    "any key,                    '',   Exists, '', '',         true",
    "the same effect,            gpu,  Exists, '', NoSchedule, true",
    "another effect,             gpu,  Exists, '', NoExecute,  false",
    "an operator nobody knows,   gpu,  Like,   a,  '',         false",
  })
  void aTolerationMeansATaint(
      String name, String key, String operator, String value, String effect, boolean means) {
    MutableToleration toleration =
        MutableToleration.create().key(key).operator(operator).value(value).effect(effect);
    assertThat(TaintToleration.tolerates(toleration.reading(), taint("NoSchedule")))
        .isEqualTo(means);
  }

  @Test
  void onlyTaintsOfTheEffectsThatCountHaveToBeTolerated() {
    MutablePodSpec pod = MutablePodSpec.create();
    List<Taint> taints = List.of(taint("NoSchedule"), taint("PreferNoSchedule"));
    assertThat(TaintToleration.tolerated(pod.reading(), taints, Set.of("NoExecute"))).isTrue();
    assertThat(TaintToleration.tolerated(pod.reading(), taints, TaintToleration.KEEPING_AWAY))
        .isFalse();
    pod.tolerations().add().key("gpu").operator("Exists").effect("NoSchedule");
    assertThat(TaintToleration.tolerated(pod.reading(), taints, TaintToleration.KEEPING_AWAY))
        .isTrue();
  }
}
