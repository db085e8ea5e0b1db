package dev.muster.node.probes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cri.v1.ExecSyncResponse;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** Carries out what a probe or a hook says: {@code exec}, {@code httpGet}, and so on. */
public final class Handler {
  private static final int LONGEST_OUTPUT = 10 * 1024;

  private final RuntimeCalls runtime;
  private final ProbeSockets sockets;

  public Handler(RuntimeCalls runtime) {
    this.runtime = runtime;
    this.sockets = new ProbeSockets(runtime);
  }

  public ProbeResult run(JsonNode action, ProbeTarget target) {
    if (action.has("exec")) {
      return exec(action.path("exec"), target);
    }
    if (action.has("httpGet")) {
      return HttpCheck.probe(action.path("httpGet"), target, to(action, "httpGet", target));
    }
    if (action.has("tcpSocket")) {
      return tcp(action.path("tcpSocket"), target, to(action, "tcpSocket", target));
    }
    if (action.has("grpc")) {
      return GrpcCheck.run(action.path("grpc"), target, to(action, "grpc", target));
    }
    return new ProbeResult.Broken("missing probe handler");
  }

  /** The same for a lifecycle hook, to which any answer by HTTP is a good one. */
  public ProbeResult runHook(JsonNode action, ProbeTarget target) {
    return action.has("httpGet")
        ? HttpCheck.hook(action.path("httpGet"), target, to(action, "httpGet", target))
        : run(action, target);
  }

  private ProbeSockets.Opening to(JsonNode action, String how, ProbeTarget target) {
    return sockets.towards(target, action.path(how).path("host").asText());
  }

  private ProbeResult exec(JsonNode action, ProbeTarget target) {
    List<String> command = new ArrayList<>();
    action.path("command").forEach(word -> command.add(word.asText()));
    try {
      ExecSyncResponse response = runtime.exec(target.id(), command, target.timeout());
      String output = response.getStdout().toStringUtf8() + response.getStderr().toStringUtf8();
      String shown =
          output.length() > LONGEST_OUTPUT ? output.substring(0, LONGEST_OUTPUT) : output;
      return response.getExitCode() == 0
          ? new ProbeResult.Success(shown)
          : new ProbeResult.Failure(shown);
    } catch (RuntimeProblem e) {
      String message = e.getMessage() == null ? "" : e.getMessage();
      boolean late = e.isTimeout() || message.contains("timeout") || message.contains("timed out");
      return late
          ? new ProbeResult.Failure(
              "command timed out: \""
                  + String.join(" ", command)
                  + "\" timed out after "
                  + target.timeout().toSeconds()
                  + "s")
          : new ProbeResult.Broken(message);
    }
  }

  private static ProbeResult tcp(
      JsonNode action, ProbeTarget target, ProbeSockets.Opening sockets) {
    String host = target.host(action);
    int port = target.port(action.path("port"));
    if (port <= 0) {
      return new ProbeResult.Broken("invalid port number: " + port);
    }
    try (Socket socket = sockets.open().socket()) {
      socket.connect(ProbeSockets.resolved(host, port), (int) target.timeout().toMillis());
      return new ProbeResult.Success("");
    } catch (IOException e) {
      return new ProbeResult.Failure(dialProblem(host, port, e));
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
