package dev.muster.http;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Names requests. The names are unique, not secret. */
public final class AuditIds {
  private static final int LONGEST = 64;

  private AuditIds() {}

  /** The name the client chose, if it is fit to be written to logs and headers, or a new one. */
  public static String of(@Nullable String chosen) {
    if (chosen != null
        && !chosen.isEmpty()
        && chosen.length() <= LONGEST
        && chosen.chars().allMatch(c -> c > ' ' && c < 127)) {
      return chosen;
    }
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long high = random.nextLong() & 0xffff_ffff_ffff_0fffL | 0x4000L;
    long low = random.nextLong() & 0x3fff_ffff_ffff_ffffL | 0x8000_0000_0000_0000L;
    return new UUID(high, low).toString();
  }
}
