package dev.muster.apiserver.audit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * What was sent and what was answered, as JSON that may be written. Either may be empty.
 *
 * @param request as the real server has it: the object as it was decoded, or the patch
 */
@SuppressWarnings("ArrayRecordComponent")
record AuditBodies(byte[] request, byte[] response) {
  static final AuditBodies NONE = new AuditBodies(new byte[0], new byte[0]);

  long length() {
    return (long) request.length + response.length;
  }

  void writeTo(ByteArrayOutputStream out) {
    write(out, ",\"requestObject\":", request);
    write(out, ",\"responseObject\":", response);
  }

  private static void write(ByteArrayOutputStream out, String name, byte[] json) {
    if (json.length > 0) {
      out.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
      out.writeBytes(json);
    }
  }
}
