package dev.muster.base.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final RuntimeException late = new IllegalStateException("late");

  private Deadline after(Duration allowed) {
    return Deadline.after(allowed, () -> late, () -> {});
  }

  private static void inside(Deadline deadline, Runnable work) {
    assertThatCode(() -> run(deadline, work)).doesNotThrowAnyException();
  }

  private static Object run(Deadline deadline, Runnable work) throws Exception {
    return deadline.call(
        () -> {
          work.run();
          return deadline;
        });
  }

  @Test
  void workOfNoRequestHasNone() {
    assertThatCode(Deadline::check).doesNotThrowAnyException();
    Deadline.current().end(late);
    Deadline.current().shorten(Duration.ZERO);
    assertThatCode(Deadline::check).doesNotThrowAnyException();
    assertThat(Deadline.current().left(HOUR)).isEqualTo(HOUR);
  }

  @Test
  void afterItsTimeTheNextCheckThrows() {
    inside(after(HOUR), Deadline::check);
    assertThatThrownBy(() -> run(after(Duration.ZERO), Deadline::check)).isSameAs(late);
  }

  @Test
  void aClientMakesItShorterAndNeverLonger() {
    Deadline deadline = after(HOUR);
    deadline.shorten(HOUR.plus(HOUR));
    assertThat(deadline.left(HOUR.plus(HOUR))).isLessThanOrEqualTo(HOUR);
    deadline.shorten(Duration.ZERO);
    assertThatThrownBy(() -> run(deadline, Deadline::check)).isSameAs(late);
  }

  private String checked() {
    Deadline.check();
    return "done";
  }

  @Test
  void whatIsEverybodysDoesNotEndWithTheRequestThatDoesIt() throws Exception {
    Deadline deadline = after(Duration.ZERO);
    assertThat(deadline.call(() -> Deadline.without(this::checked))).isEqualTo("done");
    assertThatThrownBy(() -> deadline.call(() -> Deadline.without(() -> "") + checked()))
        .isSameAs(late);
  }

  @Test
  void whatLastsHasNone() {
    Deadline deadline = after(Duration.ZERO);
    deadline.lift();
    inside(deadline, Deadline::check);
  }

  @Test
  void whoeverEndsItSaysWhy() {
    Deadline deadline = after(HOUR);
    RuntimeException gone = new IllegalStateException("gone");
    deadline.end(gone);
    assertThatThrownBy(() -> run(deadline, Deadline::check)).isSameAs(gone);
  }

  @Test
  void neverLeavesNothingForAWait() {
    assertThat(after(Duration.ZERO).left(HOUR)).isPositive().isLessThan(Duration.ofSeconds(1));
  }
}
