package dev.muster.http;

import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/** The headers that every answer has; an endpoint may have set {@code Cache-Control} itself. */
final class Headers {
  static final String JSON = "application/json";

  private static final HttpField JSON_TYPE = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, JSON);
  private static final HttpField CACHE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-cache, private");

  private Headers() {}

  static void put(HttpFields.Mutable to, String contentType, String auditId) {
    to.add("Audit-Id", auditId);
    if (!to.contains(HttpHeader.CACHE_CONTROL)) {
      to.add(CACHE);
    }
    if (contentType.equals(JSON)) {
      to.add(JSON_TYPE);
    } else if (!contentType.isEmpty()) {
      to.add(HttpHeader.CONTENT_TYPE, contentType);
    }
  }
}
