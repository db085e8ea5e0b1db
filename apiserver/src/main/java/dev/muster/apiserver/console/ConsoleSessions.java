package dev.muster.apiserver.console;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who signed in to the console by a link: a code in the link is exchanged for a token. Codes and
 * tokens are known in this process only, as digests, and end with it. Thread-safe.
 *
 * <p>INVARIANT (replay): a code is taken away before its token is made, so that of all who present
 * the same code at most one gets a token, unless the links are made to be used again.
 */
public final class ConsoleSessions {
  /** What tokens begin with, so that other tokens are told from them at a glance. */
  static final String PREFIX = "muster-console-";

  /** How long a link waits for whoever it is meant for. */
  public static final Duration LINK_LIFE = Duration.ofMinutes(10);

  /** How long somebody stays signed in. */
  public static final Duration SESSION_LIFE = Duration.ofHours(1);

  /** So many can be signed in at a time; who comes then takes the place of the first. */
  static final int MOST = 16;

  private final Map<String, Instant> links = new LinkedHashMap<>();
  private final Map<String, Instant> sessions = new LinkedHashMap<>();
  private final boolean reusable;
  private final InstantSource clock;

  private ConsoleSessions(boolean reusable, InstantSource clock) {
    this.reusable = reusable;
    this.clock = clock;
  }

  /** Each link works once, and for ten minutes. */
  public static ConsoleSessions byOneTimeLinks(InstantSource clock) {
    return new ConsoleSessions(false, clock);
  }

  /** A link works for as long as the process, and as often as its owner likes. */
  public static ConsoleSessions byLastingLinks(InstantSource clock) {
    return new ConsoleSessions(true, clock);
  }

  /** A token, and until when it is good. */
  public record Session(String token, Instant expires) {
    @Override
    public String toString() {
      return "Session[expires=" + expires + "]";
    }
  }

  /** The code of a new link. Whoever has it can sign in: it is for one pair of eyes. */
  public synchronized String newCode() {
    String code = SecretText.random();
    Instant until = reusable ? Instant.MAX : clock.instant().plus(LINK_LIFE);
    links.put(SecretText.digest(code), until);
    drop(links);
    return code;
  }

  /** Empty if the code is wrong, too old or was used before. */
  public synchronized Optional<Session> exchange(String code) {
    Instant now = clock.instant();
    String digest = SecretText.digest(code);
    Instant until = reusable ? links.get(digest) : links.remove(digest);
    if (until == null || !now.isBefore(until)) {
      return Optional.empty();
    }
    String token = PREFIX + SecretText.random();
    Instant expires = now.plus(SESSION_LIFE);
    sessions.values().removeIf(end -> !now.isBefore(end));
    sessions.put(SecretText.digest(token), expires);
    drop(sessions);
    return Optional.of(new Session(token, expires));
  }

  private static void drop(Map<String, Instant> some) {
    while (some.size() > MOST) {
      some.remove(some.keySet().iterator().next());
    }
  }

  /** Whether somebody is signed in with this token. */
  public boolean knows(String token) {
    if (!token.startsWith(PREFIX)) {
      return false;
    }
    String digest = SecretText.digest(token);
    synchronized (this) {
      Instant expires = sessions.get(digest);
      return expires != null && clock.instant().isBefore(expires);
    }
  }

  /** Signs out: from now on the token is worth nothing. */
  public synchronized boolean end(String token) {
    return sessions.remove(SecretText.digest(token)) != null;
  }
}
