package dev.muster.node.server;

import dev.muster.client.http.BackendAnswer;
import dev.muster.client.http.BackendConnection;
import dev.muster.client.http.OutgoingRequest;
import dev.muster.cri.v1.AttachRequest;
import dev.muster.cri.v1.ExecRequest;
import dev.muster.cri.v1.PortForwardRequest;
import dev.muster.http.Exchange;
import dev.muster.http.ForwardedHeaders;
import dev.muster.http.Handover;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Exec, attach and port-forward: the runtime says where its streaming server is, and the client's
 * connection goes on to it as it is, whichever protocol the two agree on.
 */
public final class StreamRequests {
  private static final int CONNECT_MILLIS = 10_000;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final RuntimeCalls runtime;
  private final RuntimeStates states;

  public StreamRequests(RuntimeCalls runtime, RuntimeStates states) {
    this.runtime = runtime;
    this.states = states;
  }

  void exec(NodeRequest request, Pod pod) throws IOException, HttpProblem {
    List<String> command = request.all("command");
    if (command.isEmpty()) {
      throw new HttpProblem(400, "you must specify at least 1 of stdin, stdout, stderr");
    }
    ExecRequest exec =
        ExecRequest.newBuilder()
            .setContainerId(running(pod, request.segments().get(3)))
            .addAllCmd(command)
            .setStdin(request.flag("input"))
            .setStdout(request.flag("output"))
            .setStderr(request.flag("error") && !request.flag("tty"))
            .setTty(request.flag("tty"))
            .build();
    forward(request, () -> runtime.execUrl(exec));
  }

  void attach(NodeRequest request, Pod pod) throws IOException, HttpProblem {
    String name = request.segments().get(3);
    boolean tty = pod.container(name).map(c -> c.spec().tty().truth()).orElse(false);
    AttachRequest attach =
        AttachRequest.newBuilder()
            .setContainerId(running(pod, name))
            .setStdin(request.flag("input"))
            .setStdout(request.flag("output"))
            .setStderr(request.flag("error") && !tty)
            .setTty(tty)
            .build();
    forward(request, () -> runtime.attachUrl(attach));
  }

  void portForward(NodeRequest request, Pod pod) throws IOException, HttpProblem {
    PodView view = states.of(pod.uid());
    SandboxView sandbox =
        view.readySandbox()
            .orElseThrow(() -> new HttpProblem(404, "pod not found (\"" + pod.key() + "\")"));
    PortForwardRequest.Builder forward =
        PortForwardRequest.newBuilder().setPodSandboxId(sandbox.id());
    for (String port : request.all("port")) {
      try {
        forward.addPort(Integer.parseInt(port));
      } catch (NumberFormatException e) {
        throw new HttpProblem(400, "port: \"" + port + "\" is not a number");
      }
    }
    forward(request, () -> runtime.portForwardUrl(forward.build()));
  }

  private String running(Pod pod, String name) throws HttpProblem {
    Optional<ContainerSpec> container = pod.container(name);
    if (container.isEmpty()) {
      throw new HttpProblem(404, "container not found (\"" + name + "\")");
    }
    return states
        .of(pod.uid())
        .container(name)
        .filter(ContainerView::isRunning)
        .map(ContainerView::id)
        .orElseThrow(() -> new HttpProblem(500, "container not found (\"" + name + "\")"));
  }

  @FunctionalInterface
  private interface Address {
    String get() throws RuntimeProblem;
  }

  private static void forward(NodeRequest request, Address address)
      throws IOException, HttpProblem {
    URI target;
    try {
      target = URI.create(address.get());
    } catch (RuntimeProblem e) {
      throw new HttpProblem(500, String.valueOf(e.getMessage()));
    }
    Exchange exchange = request.exchange();
    String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
    OutgoingRequest outgoing =
        OutgoingRequest.of(
            exchange.method(),
            target.getRawPath() + query,
            target.getRawAuthority(),
            ForwardedHeaders.of(exchange));
    BackendAnswer answer = ask(target, outgoing);
    if (answer.code() == 101) {
      Handover.to(answer, exchange);
      return;
    }
    try (answer) {
      throw new HttpProblem(answer.code() < 400 ? 500 : answer.code(), answer.problem());
    }
  }

  private static BackendAnswer ask(URI target, OutgoingRequest request)
      throws IOException, HttpProblem {
    Socket socket = new Socket();
    BackendConnection streaming = new BackendConnection(socket, PATIENCE);
    try {
      socket.connect(new InetSocketAddress(target.getHost(), target.getPort()), CONNECT_MILLIS);
      socket.setTcpNoDelay(true);
      streaming.sendHead(request);
      return streaming.answer(request.method(), PATIENCE);
    } catch (ProtocolException e) {
      streaming.close();
      throw new HttpProblem(400, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      streaming.close();
      throw new HttpProblem(500, "the runtime's streaming server: " + e.getMessage());
    }
  }
}
