package dev.muster.http;

import dev.muster.base.deadline.Deadline;
import dev.muster.base.sockets.Network;
import dev.muster.client.http.Peer;
import dev.muster.model.status.Status;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** An exchange carried by Jetty. */
final class JettyExchange implements Exchange {
  private static final Status LATE =
      Status.timeout(
          "request did not complete within requested timeout - context deadline exceeded");

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final ServerOptions options;
  private final OpenStreams streams;
  private final RequestPlace place;
  private final boolean head;
  private final String path;
  private final String auditId;
  private final Deadline deadline;
  private final GoneActions whenGone = new GoneActions();
  private volatile boolean bodyRead;
  private boolean watched;
  private boolean answered;
  private @Nullable LiveStream stream;

  JettyExchange(
      Request request,
      Response response,
      Callback callback,
      ServerOptions options,
      OpenStreams streams,
      RequestPlace place,
      String path,
      String auditId) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.options = options;
    this.streams = streams;
    this.place = place;
    this.head = HttpMethod.HEAD.is(request.getMethod());
    this.path = path;
    this.auditId = auditId;
    this.deadline = Deadline.after(options.requestTimeout(), LATE::exception, this::watchInput);
    if (!http1()) {
      request.addFailureListener(this::clientGone);
    }
  }

  RequestPlace place() {
    return place;
  }

  @Override
  public void admitted(Runnable over) {
    place.admitted(over);
  }

  @Override
  public <T> T elsewhere(Callable<T> work) throws Exception {
    return deadline.call(work);
  }

  /**
   * Begins to look out for the end of a client of HTTP/1.1, where that can only be seen by reading.
   * What is read may be the next request, so the connection ends with this one.
   */
  private void watchInput() {
    boolean upgrades =
        request.getHeaders().contains(HttpHeader.UPGRADE)
            && request.getHeaders().contains(HttpHeader.CONNECTION, "upgrade");
    if (http1() && !upgrades && !answered && (bodyRead || RequestBody.isEmpty(request))) {
      watched = true;
      EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
      new InputWatch(endPoint, this::clientGone).start();
    }
  }

  private void clientGone(Throwable cause) {
    deadline.end(new ClientGoneException(cause));
    whenGone.run();
  }

  @Override
  public String method() {
    return head ? "GET" : request.getMethod();
  }

  @Override
  public boolean headOnly() {
    return head;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public String query() {
    String query = request.getHttpURI().getQuery();
    return query == null ? "" : query;
  }

  @Override
  public @Nullable String header(String name) {
    return request.getHeaders().get(name);
  }

  @Override
  public List<String> headers(String name) {
    List<String> values = new ArrayList<>(2);
    for (HttpField field : request.getHeaders()) {
      if (field.is(name)) {
        values.add(field.getValue() == null ? "" : field.getValue());
      }
    }
    return values;
  }

  @Override
  public List<String> headerNames() {
    return List.copyOf(request.getHeaders().getFieldNamesCollection());
  }

  @Override
  public String authority() {
    String host = header("Host");
    String authority = host == null ? request.getHttpURI().getAuthority() : host;
    return authority == null ? "" : authority;
  }

  @Override
  public String auditId() {
    return auditId;
  }

  @Override
  public String remoteAddress() {
    return Request.getRemoteAddr(request);
  }

  @Override
  public String network() {
    return network(request);
  }

  static String network(Request request) {
    return request.getConnectionMetaData().getRemoteSocketAddress()
            instanceof InetSocketAddress peer
        ? Network.of(peer.getAddress())
        : Request.getRemoteAddr(request);
  }

  @Override
  public List<X509Certificate> clientCertificates() {
    EndPoint.SslSessionData tls =
        request.getConnectionMetaData().getConnection().getEndPoint().getSslSessionData();
    X509Certificate[] chain = tls == null ? null : tls.peerCertificates();
    return chain == null ? List.of() : List.of(chain);
  }

  @Override
  public byte[] body(int limit) {
    if (bodyRead) {
      throw new IllegalStateException("the body was read before");
    }
    bodyRead = true;
    return RequestBody.read(request, limit, options.bodyTimeout());
  }

  @Override
  public long bodyLength() {
    return RequestBody.isEmpty(request) && http1() ? 0 : request.getLength();
  }

  @Override
  public InputStream input() {
    if (bodyRead) {
      throw new IllegalStateException("the body was read before");
    }
    bodyRead = true;
    return new RequestInput(request, options.bodyTimeout());
  }

  @Override
  public void onGone(Runnable action) {
    whenGone.add(action);
    request.addHttpStreamWrapper(
        stream -> {
          stream.setIdleTimeout(0);
          return stream;
        });
    watchInput();
  }

  @Override
  public void ifGone(Runnable action) {
    whenGone.add(action);
  }

  @Override
  public void addHeader(String name, String value) {
    response.getHeaders().add(name, value);
  }

  @Override
  public void respond(int status, String contentType, Body body) {
    HttpFields.Mutable headers = begin(status, contentType);
    place.await(() -> send(headers, body));
  }

  private void send(HttpFields.Mutable headers, Body body) {
    // in HTTP/2, too: a stream with a body left unread is reset, and the answer may get lost with
    // it; but one connection has many streams, and those are not waited for so long
    if (!bodyRead && !RequestBody.discard(request, http1()) && http1()) {
      headers.put(HttpHeader.CONNECTION, "close");
    }
    BodyWriter writer = new BodyWriter(response, options.writeTimeout());
    if (Compression.pays(body, header("Accept-Encoding"))) {
      headers.add(HttpHeader.CONTENT_ENCODING, "gzip");
      headers.add(HttpHeader.VARY, "Accept-Encoding");
      chunked(headers);
      if (head) {
        writer.writeLast(new Body(1), callback);
      } else {
        Compression.writeLast(body, writer, callback);
      }
      return;
    }
    headers.add(new HttpField.LongValueHttpField(HttpHeader.CONTENT_LENGTH, body.length()));
    writer.writeLast(head ? new Body(1) : body, callback);
  }

  @Override
  public Stream stream(int status, String contentType, long length) {
    if (WebSocketStream.isRequested(request)) {
      answered = true;
      WebSocketStream opened = new WebSocketStream(contentType, options.writeTimeout(), streams);
      stream = opened;
      opened.open(request, response, callback);
      return opened;
    }
    HttpFields.Mutable headers = begin(status, contentType);
    if (length >= 0) {
      headers.put(new HttpField.LongValueHttpField(HttpHeader.CONTENT_LENGTH, length));
    } else if (status != 204 && status != 304) {
      chunked(headers);
    }
    BodyWriter writer = new BodyWriter(response, options.writeTimeout());
    JettyStream opened = new JettyStream(request, response, callback, writer, streams);
    stream = opened;
    opened.open(head);
    return opened;
  }

  @Override
  public void passThrough(Peer peer) {
    answer();
    EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
    Tunnel tunnel =
        new Tunnel(
            endPoint,
            request.getConnectionMetaData().getConnector().getExecutor(),
            peer,
            options.writeTimeout());
    Request.addCompletionListener(request, tunnel::answered);
    response.setStatus(101);
    request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, tunnel);
    callback.succeeded();
  }

  private void answer() {
    if (answered) {
      throw new IllegalStateException("the request was answered before");
    }
    answered = true;
  }

  private HttpFields.Mutable begin(int status, String contentType) {
    answer();
    response.setStatus(status);
    Headers.put(response.getHeaders(), contentType, auditId);
    if (watched) {
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    return response.getHeaders();
  }

  /** So that an answer without a length that breaks off does not look complete. */
  private void chunked(HttpFields.Mutable headers) {
    if (http1()) {
      headers.put(HttpHeader.TRANSFER_ENCODING, "chunked");
    }
  }

  private boolean http1() {
    return request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2;
  }

  boolean answered() {
    return answered;
  }

  /** Ends what the endpoint left open when it returned. */
  void finish() {
    whenGone.forget();
    if (stream != null) {
      stream.close();
    }
  }

  /** Breaks an answer off, so that the client cannot take it for a complete one. */
  void abort(Throwable cause) {
    callback.failed(new Request.Handler.AbortException(cause));
  }
}
