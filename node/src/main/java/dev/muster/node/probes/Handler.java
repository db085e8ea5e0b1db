package dev.muster.node.probes;

import dev.muster.cri.v1.ExecSyncResponse;
import dev.muster.model.field.At;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.views.CoreV1.ExecAction;
import dev.muster.views.CoreV1.HTTPGetAction;
import dev.muster.views.CoreV1.LifecycleHandler;
import dev.muster.views.CoreV1.Probe;
import dev.muster.views.CoreV1.TCPSocketAction;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
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

  public ProbeResult run(Probe action, ProbeTarget target) {
    if (action.exec().present()) {
      return exec(action.exec(), target);
    }
    if (action.httpGet().present()) {
      HTTPGetAction get = action.httpGet();
      return HttpCheck.probe(get, target, to(get.host(), target));
    }
    if (action.tcpSocket().present()) {
      return tcp(action.tcpSocket(), target);
    }
    if (action.grpc().present()) {
      return GrpcCheck.run(action.grpc(), target, sockets.towards(target, ""));
    }
    return new ProbeResult.Broken("missing probe handler");
  }

  /** The same for a lifecycle hook, to which any answer by HTTP is a good one. */
  public ProbeResult runHook(LifecycleHandler action, ProbeTarget target) {
    HTTPGetAction get = action.httpGet();
    return get.present()
        ? HttpCheck.hook(get, target, to(get.host(), target))
        : run(new Probe(action.at()), target);
  }

  private ProbeSockets.Opening to(At host, ProbeTarget target) {
    return sockets.towards(target, host.text());
  }

  private ProbeResult exec(ExecAction action, ProbeTarget target) {
    List<String> command = action.command().texts();
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

  private ProbeResult tcp(TCPSocketAction action, ProbeTarget target) {
    String host = target.host(action.host());
    int port = target.port(action.port());
    if (port <= 0) {
      return new ProbeResult.Broken("invalid port number: " + port);
    }
    try (Socket socket = to(action.host(), target).open().socket()) {
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
