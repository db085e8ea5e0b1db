package dev.muster.apiserver.audit;

import java.io.IOException;

/** Where lines go. Used by one thread. */
interface AuditSink extends AutoCloseable {
  void write(byte[] line) throws IOException;

  void flush() throws IOException;

  @Override
  void close() throws IOException;
}
