package dev.muster.apiserver.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConsoleSessionsTest {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
  private final ConsoleSessions sessions = ConsoleSessions.byOneTimeLinks(now::get);

  private void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  @Test
  void aCodeIsGoodOnce() {
    String code = sessions.newCode();
    assertThat(sessions.exchange(code).map(one -> sessions.knows(one.token()))).contains(true);
    assertThat(sessions.exchange(code)).isEmpty();
  }

  @Test
  void ofManyWithTheSameCodeOneSignsIn() throws InterruptedException {
    String code = sessions.newCode();
    AtomicInteger in = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    List<Thread> thieves = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      thieves.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      go.await();
                    } catch (InterruptedException e) {
                      return;
                    }
                    sessions.exchange(code).ifPresent(one -> in.incrementAndGet());
                  }));
    }
    go.countDown();
    for (Thread thief : thieves) {
      thief.join();
    }
    assertThat(in).hasValue(1);
  }

  @Test
  void aCodeAndATokenEndWithTime() {
    String code = sessions.newCode();
    pass(ConsoleSessions.LINK_LIFE);
    assertThat(sessions.exchange(code)).isEmpty();
    ConsoleSessions.Session session = sessions.exchange(sessions.newCode()).orElseThrow();
    pass(ConsoleSessions.SESSION_LIFE.minusSeconds(1));
    assertThat(sessions.knows(session.token())).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(sessions.knows(session.token())).isFalse();
  }

  @Test
  void whoSignsOutIsOut() {
    String token = sessions.exchange(sessions.newCode()).orElseThrow().token();
    assertThat(sessions.end(token)).isTrue();
    assertThat(sessions.knows(token)).isFalse();
    assertThat(sessions.end(token)).isFalse();
  }

  /** Whoever can connect can guess, and takes the link from nobody: 256 bits are not found. */
  @Test
  void whoGuessesTakesNoLinkAway() {
    String code = sessions.newCode();
    for (int i = 0; i < 1000; i++) {
      assertThat(sessions.exchange("guess-" + i)).isEmpty();
    }
    assertThat(sessions.exchange(code)).isPresent();
  }

  @Test
  void soManyAreSignedInAtATime() {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i <= ConsoleSessions.MOST; i++) {
      tokens.add(sessions.exchange(sessions.newCode()).orElseThrow().token());
    }
    assertThat(tokens.stream().filter(sessions::knows)).hasSize(ConsoleSessions.MOST);
    assertThat(sessions.knows(tokens.getFirst())).isFalse();
  }

  @Test
  void codesAndTokensAreLongAndNeitherIsWritten() {
    String code = sessions.newCode();
    ConsoleSessions.Session session = sessions.exchange(code).orElseThrow();
    assertThat(code).hasSize(43).matches("[A-Za-z0-9_-]+");
    assertThat(session.token()).startsWith(ConsoleSessions.PREFIX).hasSizeGreaterThan(50);
    assertThat(session.toString()).doesNotContain(session.token());
    assertThat(Optional.of(session).toString()).doesNotContain(session.token());
  }

  @Test
  void aLastingLinkSignsInAgain() {
    ConsoleSessions lasting = ConsoleSessions.byLastingLinks(now::get);
    String code = lasting.newCode();
    assertThat(lasting.exchange(code)).isPresent();
    pass(Duration.ofDays(1));
    assertThat(lasting.exchange(code)).isPresent();
  }
}
