package dev.muster.model.scheme;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ForwardingStrategyTest {

  /** A question that is not passed on would get the default answer instead of the kind's. */
  @Test
  void everyQuestionIsPassedOn() {
    assertThat(Strategy.class.getDeclaredMethods())
        .filteredOn(method -> !method.isSynthetic())
        .allSatisfy(
            method ->
                assertThat(ForwardingStrategy.class.getDeclaredMethods())
                    .anySatisfy(own -> assertThat(overrides(own, method)).isTrue()));
  }

  private static boolean overrides(Method own, Method method) {
    return own.getName().equals(method.getName())
        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes());
  }
}
