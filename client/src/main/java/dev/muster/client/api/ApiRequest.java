package dev.muster.client.api;

/**
 * One request.
 *
 * @param method upper case
 * @param path absolute, with its query, as it goes over the wire
 * @param contentType of the body; empty if there is none
 * @param lasts whether its answer goes on for as long as both sides like
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record ApiRequest(
    String method, String path, String contentType, byte[] body, boolean lasts) {
  private static final byte[] NOTHING = new byte[0];

  static ApiRequest get(String path) {
    return new ApiRequest("GET", path, "", NOTHING, false);
  }

  static ApiRequest watch(String path) {
    return new ApiRequest("GET", path, "", NOTHING, true);
  }
}
