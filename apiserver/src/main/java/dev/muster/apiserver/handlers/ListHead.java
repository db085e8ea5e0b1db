package dev.muster.apiserver.handlers;

import dev.muster.api.kinds.Kind;

/** What stands before the items of a list. */
final class ListHead {
  private ListHead() {}

  static String of(Kind kind, Form.Page page) {
    return "{\"kind\":\""
        + kind.listKind()
        + "\",\"apiVersion\":\""
        + kind.apiVersion()
        + "\",\"metadata\":"
        + metadata(page)
        + ",\"items\":[";
  }

  static String metadata(Form.Page page) {
    if (page.revision() == 0) {
      return "{}"; // of what is not stored
    }
    StringBuilder out =
        new StringBuilder("{\"resourceVersion\":\"").append(page.revision()).append('"');
    if (!page.continueToken().isEmpty()) {
      out.append(",\"continue\":\"").append(page.continueToken()).append('"');
      if (page.remaining() > 0) {
        out.append(",\"remainingItemCount\":").append(page.remaining());
      }
    }
    return out.append('}').toString();
  }
}
