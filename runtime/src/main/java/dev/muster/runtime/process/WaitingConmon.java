package dev.muster.runtime.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.linux.Child;
import dev.muster.linux.PidFd;
import dev.muster.linux.SyscallException;
import dev.muster.runtime.refusal.Refused;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A conmon that waits for its container's bundle. Closing one that was not let go ends it. */
public final class WaitingConmon implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SIGKILL = 9;

  private final Child child;
  private final OutputStream letGo;
  private final InputStream answers;
  private final Path bundle;
  private final Path runtimeLog;
  private boolean awaited;

  WaitingConmon(
      Child child, OutputStream letGo, InputStream answers, Path bundle, Path runtimeLog) {
    this.child = child;
    this.letGo = letGo;
    this.answers = answers;
    this.bundle = bundle;
    this.runtimeLog = runtimeLog;
  }

  /**
   * Creates the container from its bundle, not yet started.
   *
   * @return the number of its first process
   */
  public int create() throws IOException, Refused {
    try {
      letGo.write(1);
    } catch (IOException ended) {
      // why is in its log
    }
    child.await();
    awaited = true;
    String line =
        new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8)).readLine();
    JsonNode answer = line == null ? JSON.createObjectNode() : JSON.readTree(line);
    int pid = answer.path("data").asInt(-1);
    if (pid > 0) {
      return pid;
    }
    throw Refused.failed(reason(answer.path("message").asText()));
  }

  private String reason(String message) throws IOException {
    if (Files.exists(runtimeLog)) {
      String logged = OciRuntime.sentence(Files.readString(runtimeLog));
      if (!logged.isEmpty()) {
        return logged;
      }
    }
    if (!message.isEmpty()) {
      return OciRuntime.sentence(message);
    }
    String last = OciRuntime.sentence(Files.readString(bundle.resolve("conmon.log")));
    return last.isEmpty() ? "conmon ended before the container was created" : last;
  }

  @Override
  public void close() throws IOException {
    try {
      if (!awaited) {
        end();
      }
    } finally {
      letGo.close();
      answers.close();
    }
  }

  /** INVARIANT: it ends before its pipe does, whose end would let it go. */
  private void end() throws IOException {
    try (PidFd process = PidFd.open(child.pid())) {
      process.signal(SIGKILL);
    } catch (SyscallException gone) {
      // it has ended by itself
    }
    child.await();
  }
}
