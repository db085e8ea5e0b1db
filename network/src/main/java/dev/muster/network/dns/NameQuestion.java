package dev.muster.network.dns;

import java.util.Arrays;
import java.util.Objects;

/**
 * A question, as it was asked.
 *
 * @param flags of the message
 * @param name in small letters, without the last dot
 * @param asked the question's own bytes, to be sent back
 * @param room the longest answer that its asker takes in one packet
 * @param extended whether it speaks EDNS
 */
@SuppressWarnings("ArrayRecordComponent") // bytes that nobody changes
public record NameQuestion(
    int id, int flags, String name, int type, byte[] asked, int room, boolean extended) {
  @Override
  public boolean equals(Object other) {
    return other instanceof NameQuestion that
        && id == that.id
        && flags == that.flags
        && Arrays.equals(asked, that.asked);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, flags, Arrays.hashCode(asked));
  }
}
