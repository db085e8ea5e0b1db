package dev.muster.apiserver.authn.jwt;

import com.nimbusds.jose.JWSObject;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one provider as they were last fetched. A token that none of them signed has them
 * fetched anew, as the provider may have a new one by now; so may anybody's token, for anybody can
 * write one. Therefore there is one fetch at a time, the next begins {@link #PAUSE} after the last
 * at the earliest, and few wait for it: whoever caused a fetch, its keys are there for all.
 */
final class ProviderKeys {
  /** What passes between two fetches. */
  static final Duration PAUSE = Duration.ofSeconds(2);

  /** Keys in use are fetched anew after this, so that one that was withdrawn is forgotten. */
  static final Duration FRESH = Duration.ofMinutes(5);

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);
  private static final int MOST_WAITING = 64;
  private static final String GET_FAILED = "oidc: get keys failed ";
  private static final String NOT_SIGNED = "failed to verify id token signature";

  /** Fetches the document of keys. */
  @FunctionalInterface
  interface Source {
    byte[] get(URI uri) throws IOException, InterruptedException;
  }

  private final String issuer;
  private final URI uri;
  private final Source source;
  private final InstantSource clock;
  private final JwtObserver told;
  private final Semaphore waiting = new Semaphore(MOST_WAITING);

  private volatile ProviderKeySet keys = ProviderKeySet.EMPTY;

  /** When the last fetch began; written by who holds the lock on this. */
  private volatile Instant began = Instant.MIN;

  /** The fetch under way or the last one; guarded by this. */
  private @Nullable CompletableFuture<ProviderKeySet> fetch;

  ProviderKeys(String issuer, URI uri, Source source, InstantSource clock, JwtObserver told) {
    this.issuer = issuer;
    this.uri = uri;
    this.source = source;
    this.clock = clock;
    this.told = told;
  }

  /**
   * @throws TokenFault if none of the provider's keys signed it
   */
  void verify(JWSObject token) throws TokenFault {
    if (keys.signed(token)) {
      if (clock.instant().isAfter(began.plus(FRESH))) {
        var unused = fetchAfter(FRESH); // nobody waits for it
      }
      return;
    }
    CompletableFuture<ProviderKeySet> underWay = fetchAfter(PAUSE);
    if (underWay == null || !fetched(underWay).signed(token)) {
      throw new TokenFault(NOT_SIGNED);
    }
  }

  /** Begins a fetch unless one began less than that ago. The one under way, if there is one. */
  private synchronized @Nullable CompletableFuture<ProviderKeySet> fetchAfter(Duration pause) {
    CompletableFuture<ProviderKeySet> last = fetch;
    if (last != null && !last.isDone()) {
      return last;
    }
    Instant now = clock.instant();
    if (last != null && now.isBefore(began.plus(pause))) {
      return null;
    }
    CompletableFuture<ProviderKeySet> next = new CompletableFuture<>();
    began = now;
    fetch = next;
    Thread.ofVirtual().name("jwks").start(() -> fetchInto(next));
    return next;
  }

  /** Fetches keys that nobody asked for yet, so that those who will do not have to wait. */
  void prepare() throws IOException, InterruptedException {
    CompletableFuture<ProviderKeySet> first = fetchAfter(PAUSE);
    if (first != null) {
      try {
        first.get();
      } catch (ExecutionException e) {
        throw new IOException(GET_FAILED + cause(e).getMessage(), e);
      }
    }
  }

  private void fetchInto(CompletableFuture<ProviderKeySet> result) {
    try {
      byte[] document = source.get(uri);
      ProviderKeySet found = ProviderKeySet.parse(document);
      keys = found;
      told.keysFetched(issuer, document);
      result.complete(found);
    } catch (IOException | RuntimeException e) {
      told.keysNotFetched(issuer);
      result.completeExceptionally(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      result.completeExceptionally(e);
    }
  }

  private static Throwable cause(Exception failure) {
    Throwable cause = failure.getCause();
    return cause == null ? failure : cause;
  }

  private ProviderKeySet fetched(CompletableFuture<ProviderKeySet> underWay) throws TokenFault {
    if (!waiting.tryAcquire()) {
      throw new TokenFault("fetching keys: too many wait for them");
    }
    try {
      return underWay.get(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new TokenFault("fetching keys " + GET_FAILED + cause(e).getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TokenFault("fetching keys: interrupted");
    } finally {
      waiting.release();
    }
  }
}
