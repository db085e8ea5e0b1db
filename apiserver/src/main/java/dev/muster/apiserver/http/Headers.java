package dev.muster.apiserver.http;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/** The headers that every answer has. */
final class Headers {
  static final String JSON = "application/json";

  private static final HttpField JSON_TYPE = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, JSON);
  private static final HttpField CACHE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-cache, private");

  private Headers() {}

  static void put(HttpFields.Mutable to, String contentType, String auditId) {
    to.add("Audit-Id", auditId);
    to.add(CACHE);
    if (contentType.equals(JSON)) {
      to.add(JSON_TYPE);
    } else if (!contentType.isEmpty()) {
      to.add(HttpHeader.CONTENT_TYPE, contentType);
    }
  }
}
