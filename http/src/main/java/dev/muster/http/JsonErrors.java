package dev.muster.http;

import dev.muster.model.status.Status;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers requests that never reach the endpoint: what is malformed, too large or too slow. */
final class JsonErrors implements Request.Handler {

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int code = response.getStatus();
    String message = String.valueOf(request.getAttribute(ErrorHandler.ERROR_MESSAGE));
    Headers.put(
        response.getHeaders(), Headers.JSON, AuditIds.of(request.getHeaders().get("Audit-ID")));
    if (request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2) {
      // the connection ends here, and a client that is not told would send its next request on it
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    response.write(true, ByteBuffer.wrap(StatusAnswer.bytes(status(code, message))), callback);
    return true;
  }

  private static Status status(int code, String message) {
    return switch (code) {
      case 400 ->
          Status.badRequest(
              message.equals("Bad Request")
                  ? "the request line or a header is malformed"
                  : message);
      case 408 -> Status.of(408, "Timeout", message);
      case 413 -> Status.tooLarge(message);
      case 414 -> Status.of(414, "BadRequest", "the URI of the request is too long");
      case 431 -> Status.of(431, "BadRequest", "the headers of the request are too large");
      case 500 -> Status.internal("unexpected error, see the server's log");
      case 503 -> Status.of(503, "ServiceUnavailable", "the server is stopping or overloaded");
      default -> Status.of(code, code < 500 ? "BadRequest" : "InternalError", message);
    };
  }
}
