package dev.muster.apiserver.authn;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.muster.client.kubeconfig.RemoteServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code --authentication-token-webhook-config-file}: a remote service judges tokens that nobody
 * else knows. Its answers are remembered for a while, good and bad ones; its failures are not.
 *
 * <p>Anybody can have it asked, by a new token each time: as many as {@value #AT_A_TIME} questions
 * are under way at a time, and who is remembered does not wait for them.
 */
public final class TokenWebhook implements TokenAuthenticator, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TokenWebhook.class);
  private static final int LONGEST_TOKEN = 256 * 1024;
  private static final int LONGEST_ANSWER = 1 << 20;
  private static final int AT_A_TIME = 256;
  private static final int REMEMBERED_BYTES = 16 << 20;
  private static final int ENTRY_BYTES = 500;
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final int ATTEMPTS = 5;

  private record Question(TokenDigest token, List<String> audiences) {}

  /** What was said, and how long it was. */
  private record Known(TokenResult result, int bytes) {}

  private final RemoteServer service;
  private final TokenReviewVersion version;
  private final List<String> apiAudiences;
  private final Semaphore places = new Semaphore(AT_A_TIME);
  private final Cache<Question, Known> known;

  /**
   * @param cacheTtl how long an answer is remembered
   */
  public TokenWebhook(
      RemoteServer service,
      TokenReviewVersion version,
      Duration cacheTtl,
      List<String> apiAudiences) {
    this.service = service;
    this.version = version;
    this.apiAudiences = List.copyOf(apiAudiences);
    this.known =
        Caffeine.newBuilder()
            .expireAfterWrite(cacheTtl)
            .maximumWeight(REMEMBERED_BYTES)
            .weigher((Question question, Known answer) -> ENTRY_BYTES + answer.bytes())
            .executor(Runnable::run)
            .build();
  }

  @Override
  public TokenResult authenticate(String token, List<String> audiences) {
    if (token.length() > LONGEST_TOKEN) {
      return new TokenResult.Unknown();
    }
    Question question = new Question(TokenDigest.of(token), List.copyOf(audiences));
    Known before = known.getIfPresent(question);
    if (before != null) {
      return before.result();
    }
    try {
      Known answer = ask(new TokenReviewCall(version, token, audiences));
      known.put(question, answer);
      return answer.result();
    } catch (IOException e) {
      LOG.error("Failed to make webhook authenticator request: {}", e.getMessage());
      return new TokenResult.Rejected(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new TokenResult.Rejected("interrupted");
    }
  }

  /** Asks again, less and less often, as long as the service is overloaded or broken. */
  private Known ask(TokenReviewCall review) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    if (!places.tryAcquire(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new IOException("too many tokens wait for " + service.url());
    }
    try {
      Duration pause = FIRST_PAUSE;
      for (int attempt = 1; ; attempt++) {
        Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
        RemoteServer.Answer answer = service.send("", review.body(), left, LONGEST_ANSWER);
        if (answer.code() / 100 == 2) {
          return new Known(review.result(answer.body(), apiAudiences), answer.body().length());
        }
        boolean passing = answer.code() == 429 || answer.code() / 100 == 5;
        if (!passing || attempt == ATTEMPTS || left.compareTo(pause) <= 0) {
          throw new IOException(service.url() + ": answered with status " + answer.code());
        }
        Thread.sleep(pause);
        pause = pause.multipliedBy(3).dividedBy(2);
      }
    } finally {
      places.release();
    }
  }

  @Override
  public void close() {
    service.close();
  }
}
