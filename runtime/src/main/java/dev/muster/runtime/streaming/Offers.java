package dev.muster.runtime.streaming;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** What can be had for a token: once, and for a minute. */
final class Offers {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int TOKEN_BYTES = 16;
  private static final int MOST = 1_000;
  private static final long LIFETIME = Duration.ofMinutes(1).toNanos();

  /** Something to stream. */
  sealed interface Offer {
    record Command(Wanted wanted, CommandSession session) implements Offer {}

    record Ports(PortSession session, List<Integer> ports) implements Offer {
      public Ports {
        ports = List.copyOf(ports);
      }
    }
  }

  private record Entry(Offer offer, long madeAt) {}

  private final LongSupplier clock;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  Offers(LongSupplier clock) {
    this.clock = clock;
  }

  /** A token for the offer; beyond the bound the oldest tokens are void. */
  synchronized String add(Offer offer) {
    expire();
    if (entries.size() >= MOST) {
      entries.remove(entries.keySet().iterator().next());
    }
    byte[] bytes = new byte[TOKEN_BYTES];
    RANDOM.nextBytes(bytes);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    entries.put(token, new Entry(offer, clock.getAsLong()));
    return token;
  }

  synchronized Optional<Offer> take(String token) {
    expire();
    return Optional.ofNullable(entries.remove(token)).map(Entry::offer);
  }

  private void expire() {
    long now = clock.getAsLong();
    entries.values().removeIf(each -> now - each.madeAt() > LIFETIME);
  }
}
