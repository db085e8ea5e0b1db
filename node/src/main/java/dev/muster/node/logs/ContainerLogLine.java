package dev.muster.node.logs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * One entry of a log: {@code 2016-10-06T00:17:09.669794202Z stdout F text}.
 *
 * @param partial whether the text goes on in the next entry
 * @param textStart where in the entry the text begins; it goes on to the entry's end
 */
record ContainerLogLine(Instant time, String rawTime, boolean partial, int textStart) {
  static Optional<ContainerLogLine> parse(byte[] line, int length) {
    int first = space(line, 0, length);
    int second = first < 0 ? -1 : space(line, first + 1, length);
    int third = second < 0 ? -1 : space(line, second + 1, length);
    if (third < 0) {
      return Optional.empty();
    }
    String time = new String(line, 0, first, StandardCharsets.US_ASCII);
    String tags = new String(line, second + 1, third - second - 1, StandardCharsets.US_ASCII);
    try {
      Instant at = OffsetDateTime.parse(time).toInstant();
      return Optional.of(new ContainerLogLine(at, time, tags.split(":")[0].equals("P"), third + 1));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static int space(byte[] line, int from, int to) {
    for (int i = from; i < to; i++) {
      if (line[i] == ' ') {
        return i;
      }
    }
    return -1;
  }
}
