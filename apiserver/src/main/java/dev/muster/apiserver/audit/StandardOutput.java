package dev.muster.apiserver.audit;

import java.io.PrintStream;

/** The log on standard output. */
final class StandardOutput implements AuditSink {
  private final PrintStream out;

  StandardOutput(PrintStream out) {
    this.out = out;
  }

  @Override
  public void write(byte[] line) {
    out.write(line, 0, line.length);
  }

  @Override
  public void flush() {
    out.flush();
  }

  /** The stream belongs to the process. */
  @Override
  public void close() {
    out.flush();
  }
}
