package dev.muster.apiserver.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.request.AccessObserver;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DecisionLogTest {
  private static final Decision NO = new Decision.Deny("never", List.of());

  private final DecisionLog log = new DecisionLog(AccessObserver.NONE, () -> 7, Clock.systemUTC());

  private void note(String user) {
    log.note("id", Attributes.resource(User.of(user), "get", "", "v1", "pods", "", "a", "b"), NO);
  }

  @Test
  void keepsTheLastThousandAndTellsHowManyWereMissed() {
    for (int i = 1; i <= 2500; i++) {
      note("user-" + i);
    }
    DecisionLog.Batch batch = log.after(10);
    assertThat(batch.decisions()).hasSize(DecisionLog.KEPT);
    assertThat(batch.decisions().getFirst().user()).isEqualTo("user-1501");
    assertThat(batch.decisions().getLast().user()).isEqualTo("user-2500");
    assertThat(batch.missed()).isEqualTo(1490);
    assertThat(batch.upTo()).isEqualTo(2500);
    assertThat(log.after(2500)).isEqualTo(new DecisionLog.Batch(0, List.of(), 2500));
  }

  @Test
  void aDecisionHasNoMoreOfARequestThanItsBounds() {
    String longest = "x".repeat(100_000);
    User user =
        new User(
            longest, longest, Collections.nCopies(5000, longest), Map.of(longest, List.of("e")));
    log.note(longest, Attributes.nonResource(user, longest, "/" + longest), NO);
    log.note(
        longest,
        Attributes.resource(user, longest, longest, longest, longest, longest, longest, longest),
        new Decision.NoOpinion(longest, List.of("a problem")));
    for (NotedDecision noted : log.after(0).decisions()) {
      assertThat(noted.groups()).hasSize(NotedDecision.MOST_GROUPS);
      assertThat(noted.groups()).allMatch(group -> group.length() == NotedDecision.LONGEST);
      assertThat(noted.toString().length())
          .isLessThan((NotedDecision.MOST_GROUPS + 12) * (NotedDecision.LONGEST + 16));
    }
    assertThat(log.after(0).decisions())
        .extracting(NotedDecision::code)
        .as("refused, undecided")
        .containsExactly(403, 500);
  }

  @Test
  void readersSeeOrderWhileManyWriteAndCountEveryDecisionOnce() throws InterruptedException {
    int each = 20_000;
    AtomicBoolean over = new AtomicBoolean();
    long[] counted = new long[1];
    List<String> wrong = Collections.synchronizedList(new ArrayList<>());
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  long seen = 0;
                  while (true) {
                    boolean last = over.get();
                    DecisionLog.Batch batch = log.after(seen);
                    counted[0] += batch.missed() + batch.decisions().size();
                    long before = seen;
                    for (NotedDecision noted : batch.decisions()) {
                      if (noted.number() <= before) {
                        wrong.add(noted.number() + " after " + before);
                      }
                      before = noted.number();
                    }
                    seen = batch.upTo();
                    if (last) {
                      return;
                    }
                  }
                });
    List<Thread> writers = new ArrayList<>();
    for (int w = 0; w < 4; w++) {
      writers.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < each; i++) {
                      note("u");
                    }
                  }));
    }
    for (Thread writer : writers) {
      writer.join();
    }
    over.set(true);
    reader.join();
    assertThat(wrong).isEmpty();
    assertThat(counted[0]).isEqualTo(4L * each);
  }
}
