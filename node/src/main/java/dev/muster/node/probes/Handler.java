package dev.muster.node.probes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cri.v1.ExecSyncResponse;
import dev.muster.node.runtime.ContainerRuntime;
import dev.muster.node.runtime.RuntimeProblem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** Carries out what a probe or a hook says: {@code exec}, {@code httpGet}, and so on. */
public final class Handler {
  private static final int LONGEST_OUTPUT = 10 * 1024;

  private final ContainerRuntime runtime;

  public Handler(ContainerRuntime runtime) {
    this.runtime = runtime;
  }

  public Outcome run(JsonNode action, Target target) {
    if (action.has("exec")) {
      return exec(action.path("exec"), target);
    }
    if (action.has("httpGet")) {
      return HttpCheck.probe(action.path("httpGet"), target);
    }
    if (action.has("tcpSocket")) {
      return tcp(action.path("tcpSocket"), target);
    }
    if (action.has("grpc")) {
      return GrpcCheck.run(action.path("grpc"), target);
    }
    return new Outcome.Broken("missing probe handler");
  }

  /** The same for a lifecycle hook, to which any answer by HTTP is a good one. */
  public Outcome runHook(JsonNode action, Target target) {
    return action.has("httpGet")
        ? HttpCheck.hook(action.path("httpGet"), target)
        : run(action, target);
  }

  private Outcome exec(JsonNode action, Target target) {
    List<String> command = new ArrayList<>();
    action.path("command").forEach(word -> command.add(word.asText()));
    try {
      ExecSyncResponse response = runtime.exec(target.id(), command, target.timeout());
      String output = response.getStdout().toStringUtf8() + response.getStderr().toStringUtf8();
      String shown =
          output.length() > LONGEST_OUTPUT ? output.substring(0, LONGEST_OUTPUT) : output;
      return response.getExitCode() == 0 ? new Outcome.Success(shown) : new Outcome.Failure(shown);
    } catch (RuntimeProblem e) {
      String message = e.getMessage() == null ? "" : e.getMessage();
      boolean late = e.isTimeout() || message.contains("timeout") || message.contains("timed out");
      return late
          ? new Outcome.Failure(
              "command timed out: \""
                  + String.join(" ", command)
                  + "\" timed out after "
                  + target.timeout().toSeconds()
                  + "s")
          : new Outcome.Broken(message);
    }
  }

  private static Outcome tcp(JsonNode action, Target target) {
    String host = action.path("host").asText(target.host());
    int port = target.port(action.path("port"));
    if (port <= 0) {
      return new Outcome.Broken("invalid port number: " + port);
    }
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), (int) target.timeout().toMillis());
      return new Outcome.Success("");
    } catch (IOException e) {
      return new Outcome.Failure(dialProblem(host, port, e));
    }
  }

  /** In Go's words, which users search for. */
  static String dialProblem(String host, int port, IOException problem) {
    String why =
        switch (problem) {
          case SocketTimeoutException timeout -> "i/o timeout";
          case ConnectException refused -> "connect: connection refused";
          default -> String.valueOf(problem.getMessage());
        };
    return "dial tcp " + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + ": " + why;
  }
}
