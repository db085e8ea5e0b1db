package dev.muster.apiserver.handlers;

import dev.muster.model.scheme.Kind;
import dev.muster.views.MetaV1.MutableListMeta;

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

  static MutableListMeta metadataTree(NegotiatedEncoding.Page page) {
    MutableListMeta out = MutableListMeta.create().resourceVersion(Long.toString(page.revision()));
    if (!page.continueToken().isEmpty()) {
      out.continue_(page.continueToken());
      if (page.remaining() > 0) {
        out.remainingItemCount(page.remaining());
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
