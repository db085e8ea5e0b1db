package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;

/** What stands before the items of a list. */
final class ListHead {
  private ListHead() {}

  static String of(Kind kind, NegotiatedEncoding.Page page) {
    return "{\"kind\":\""
        + kind.listKind()
        + "\",\"apiVersion\":\""
        + kind.apiVersion()
        + "\",\"metadata\":"
        + metadata(page)
        + ",\"items\":[";
  }

  static ObjectNode metadataTree(NegotiatedEncoding.Page page) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("resourceVersion", Long.toString(page.revision()));
    if (!page.continueToken().isEmpty()) {
      out.put("continue", page.continueToken());
      if (page.remaining() > 0) {
        out.put("remainingItemCount", page.remaining());
      }
    }
    return out;
  }

  static String metadata(NegotiatedEncoding.Page page) {
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
