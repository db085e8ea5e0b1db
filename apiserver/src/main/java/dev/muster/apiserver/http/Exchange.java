package dev.muster.apiserver.http;

import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request and its answer, whatever version of HTTP carries it. Used by one thread, which
 * may block. Answered exactly once: by {@link #respond} or by {@link #stream}.
 */
public interface Exchange {

  /** Upper case. */
  String method();

  /** The decoded path, without the query; never empty. */
  String path();

  /** The raw query string, without the question mark; empty when there is none. */
  String query();

  /** The first value of a header, or null. Names are case-insensitive. */
  @Nullable String header(String name);

  /** All values of a header, one per header line. */
  List<String> headers(String name);

  /** All header names, as the client sent them. */
  List<String> headerNames();

  /** The peer's address without the port. */
  String remoteAddress();

  /**
   * The client certificate chain of the TLS connection, verified or not; empty when the client sent
   * none.
   */
  List<X509Certificate> clientCertificates();

  /**
   * The whole body, read once; throws an {@code ApiException} with a 413 Status beyond the limit.
   */
  byte[] body(int limit);

  /** Adds a header to the answer; must come before the answer. */
  void addHeader(String name, String value);

  /**
   * Answers with a complete body: the parts one after the other, none of them copied more than the
   * wire needs.
   */
  void respond(int status, String contentType, List<byte[]> parts);

  /** Answers with a body that goes on until the stream is closed. */
  Stream stream(int status, String contentType);

  /** An open answer. */
  interface Stream extends AutoCloseable {
    /**
     * Writes and flushes; blocks while the client is slow; throws {@link ClientGoneException} when
     * the client is gone.
     */
    void write(List<byte[]> parts);

    /** Runs once the client is gone, on another thread; at once if it already is. */
    void onGone(Runnable action);

    @Override
    void close();
  }
}
