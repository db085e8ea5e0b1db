package dev.muster.apiserver.flow;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InflightTest {
  @ParameterizedTest
  @CsvSource({
    "get, create",
    "list, create",
    "watch, create",
    "create, get",
    "deletecollection, get",
    "post, get",
    "head, get",
    "options, get",
  })
  void whatIsNotGetListOrWatchIsCountedAsAWrite(String verb, String ofTheOtherKind) {
    Inflight one = new Inflight(new InflightLimits(1, 1, false));
    Runnable give = one.take(verb, false);
    assertThatThrownBy(() -> one.take(verb, false)).isInstanceOf(OverloadedException.class);
    assertThatCode(() -> one.take(verb, true)).as("exempt").doesNotThrowAnyException();
    assertThatCode(() -> one.take(ofTheOtherKind, false)).doesNotThrowAnyException();
    give.run();
    give.run();
    assertThatCode(() -> one.take(verb, false)).doesNotThrowAnyException();
    assertThatThrownBy(() -> one.take(verb, false)).isInstanceOf(OverloadedException.class);
  }
}
