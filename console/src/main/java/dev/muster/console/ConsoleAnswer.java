package dev.muster.console;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is sent for one of the page's files.
 *
 * @param headers in no particular order; the length of the body is not among them
 * @param body empty for a 304 and to a HEAD, and a sentence for a 404 or 405
 */
@SuppressWarnings("ArrayRecordComponent") // copied on its way in and out
public record ConsoleAnswer(int status, Map<String, String> headers, byte[] body) {
  public ConsoleAnswer {
    headers = Collections.unmodifiableMap(new TreeMap<>(headers));
    body = body.clone();
  }

  @Override
  public byte[] body() {
    return body.clone();
  }
}
