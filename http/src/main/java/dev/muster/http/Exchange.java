package dev.muster.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.http.Peer;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request and its answer, whatever version of HTTP carries it. Used by one thread, which
 * may block. Answered exactly once: by {@link #respond} or by {@link #stream}.
 */
public interface Exchange {

  /** Upper case. A HEAD request reads as GET here; the server leaves the body of the answer out. */
  String method();

  /** Whether only the head of the answer is wanted. */
  default boolean headOnly() {
    return false;
  }

  /**
   * The decoded path, without the query; never empty. Nothing is normalised: an encoded slash is a
   * slash, and dots and double slashes stay as they are.
   */
  String path();

  /** The raw query string, without the question mark; empty when there is none. */
  String query();

  /** The first value of a header, or null. Names are case-insensitive. */
  @Nullable String header(String name);

  /** All values of a header, one per header line. */
  List<String> headers(String name);

  /** All header names, as the client sent them first; names that differ in case only are one. */
  List<String> headerNames();

  /** The host that was asked, in the client's words; empty if it did not say. */
  default String authority() {
    String host = header("Host");
    return host == null ? "" : host;
  }

  /** Names the request in logs: the client's {@code Audit-ID} header, or a new one. */
  String auditId();

  /** The peer's address without the port. */
  String remoteAddress();

  /** The part of the peer's address that it cannot choose. */
  default String network() {
    return remoteAddress();
  }

  /**
   * The request counts for somebody from now on. Until then, it must not wait for its client at the
   * cost of others: its answer is dropped if many are not taken.
   *
   * @param over run when it has been answered, or handed over
   */
  void admitted(Runnable over);

  /**
   * The client certificate chain of the TLS connection, verified or not; empty when the client sent
   * none.
   */
  List<X509Certificate> clientCertificates();

  /**
   * The whole body, read once; throws an {@code ApiException} with a 413 Status beyond the limit.
   */
  byte[] body(int limit);

  /** How long the body is; negative if that is not known before its end. */
  default long bodyLength() {
    return -1;
  }

  /**
   * The body instead, for whoever passes it on as it comes: nothing of it is kept, so it may have
   * any length. May be read by another thread than the request's own; fails when the client is gone
   * or makes no progress.
   */
  default InputStream input() {
    return new ByteArrayInputStream(body(Integer.MAX_VALUE));
  }

  /**
   * Runs once the client is seen to be gone before it has its answer, on another thread. To be
   * called after the body has been read, if there is one; from then on the request may take as long
   * as it takes.
   */
  default void onGone(Runnable action) {}

  /** This exchange, or the one of that type that it wraps; null if there is none. */
  default <T extends Exchange> @Nullable T layer(Class<T> type) {
    return type.isInstance(this) ? type.cast(this) : null;
  }

  /**
   * Does some of the request's work in another thread: what is bound to the request's own thread is
   * bound in that one, too. The request's own waits meanwhile.
   */
  default <T> T elsewhere(Callable<T> work) throws Exception {
    return work.call();
  }

  /**
   * Tells those who keep records of requests what the body says, as soon as it is understood. They
   * take what they need at once: the object may change afterwards.
   */
  default void understood(ObjectNode object) {}

  /** As {@link #understood}, of a patch that is about to be applied, or of JSON of any length. */
  default void patches(byte[] patch) {}

  /** Adds a header to the answer; must come before the answer. */
  void addHeader(String name, String value);

  /**
   * Answers with a complete body. Returns once the answer is with the network, which may be before
   * the client has it; throws {@link ClientGoneException} if the client does not take it. The
   * server adds {@code Content-Length}, {@code Cache-Control} and {@code Audit-Id}, and compresses
   * large bodies when the client accepts that.
   */
  void respond(int status, String contentType, Body body);

  default void respond(int status, String contentType, byte[] body) {
    respond(status, contentType, Body.of(body));
  }

  /**
   * Answers with a body that goes on until the stream is closed; the headers are sent at once.
   * Throws {@link ClientGoneException} when the client is gone.
   */
  default Stream stream(int status, String contentType) {
    return stream(status, contentType, -1);
  }

  /**
   * The same for an answer of a known length.
   *
   * @param contentType empty for none
   * @param length negative if it is not known
   */
  Stream stream(int status, String contentType, long length);

  /** Whether the client wants to change the protocol of its connection. */
  default boolean wantsUpgrade() {
    return header("Upgrade") != null;
  }

  /**
   * Answers with 101 and the headers that were added; from then on the connection's bytes go to the
   * peer and back, and the exchange is over. The peer is closed with the connection.
   */
  void passThrough(Peer peer);

  /** An open answer. Written and closed by the thread of the request. */
  interface Stream extends AutoCloseable {
    /**
     * Writes and flushes; blocks while the client is slow; throws {@link ClientGoneException} when
     * the client is gone, or so slow that the server gave up on it.
     */
    void write(Body body);

    /**
     * Writes what is made when there is room for it, so that nothing but what it is made of has to
     * be kept until then.
     *
     * @param weight no less than the bytes that it takes
     */
    default void write(long weight, Supplier<Body> body) {
      write(body.get());
    }

    /**
     * Runs once the client is gone or the server stops, on another thread; at once if that has
     * already happened. Not run after {@link #close}.
     */
    void onGone(Runnable action);

    /** Ends the answer, so that the client sees that it is not complete. */
    void abort();

    /** Ends the answer, so that the client sees a complete one. Safe to call twice. */
    @Override
    void close();
  }
}
