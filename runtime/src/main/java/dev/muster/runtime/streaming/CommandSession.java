package dev.muster.runtime.streaming;

import dev.muster.runtime.refusal.Refused;
import java.io.IOException;

/** One exec or attach. */
@FunctionalInterface
public interface CommandSession {
  /** Runs to the end of the command or the client; the exit code. */
  int run(CommandStreams streams) throws IOException, Refused;
}
