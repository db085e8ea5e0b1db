package dev.muster.node.server;

import dev.muster.client.http.OutgoingHead;
import dev.muster.cri.v1.AttachRequest;
import dev.muster.cri.v1.ExecRequest;
import dev.muster.cri.v1.PortForwardRequest;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.node.runtime.SandboxView;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Exec, attach and port-forward: the runtime says where its streaming server is, and the client's
 * connection goes on to it as it is, whichever protocol the two agree on.
 */
public final class StreamRequests {
  private static final int CONNECT_MILLIS = 10_000;

  private final RuntimeCalls runtime;
  private final RuntimeStates states;

  public StreamRequests(RuntimeCalls runtime, RuntimeStates states) {
    this.runtime = runtime;
    this.states = states;
  }

  void exec(RequestHead head, Pod pod, Socket socket, InputStream in)
      throws IOException, InterruptedException, HttpProblem {
    List<String> command = head.query().getOrDefault("command", List.of());
    if (command.isEmpty()) {
      throw new HttpProblem(400, "you must specify at least 1 of stdin, stdout, stderr");
    }
    ExecRequest request =
        ExecRequest.newBuilder()
            .setContainerId(running(pod, head.segments().get(3)))
            .addAllCmd(command)
            .setStdin(head.flag("input"))
            .setStdout(head.flag("output"))
            .setStderr(head.flag("error") && !head.flag("tty"))
            .setTty(head.flag("tty"))
            .build();
    forward(head, socket, in, () -> runtime.execUrl(request));
  }

  void attach(RequestHead head, Pod pod, Socket socket, InputStream in)
      throws IOException, InterruptedException, HttpProblem {
    String name = head.segments().get(3);
    boolean tty = pod.container(name).map(c -> c.tree().path("tty").asBoolean()).orElse(false);
    AttachRequest request =
        AttachRequest.newBuilder()
            .setContainerId(running(pod, name))
            .setStdin(head.flag("input"))
            .setStdout(head.flag("output"))
            .setStderr(head.flag("error") && !tty)
            .setTty(tty)
            .build();
    forward(head, socket, in, () -> runtime.attachUrl(request));
  }

  void portForward(RequestHead head, Pod pod, Socket socket, InputStream in)
      throws IOException, InterruptedException, HttpProblem {
    PodView view = states.of(pod.uid());
    SandboxView sandbox =
        view.readySandbox()
            .orElseThrow(() -> new HttpProblem(404, "pod not found (\"" + pod.key() + "\")"));
    PortForwardRequest.Builder request =
        PortForwardRequest.newBuilder().setPodSandboxId(sandbox.id());
    for (String port : head.query().getOrDefault("port", List.of())) {
      try {
        request.addPort(Integer.parseInt(port));
      } catch (NumberFormatException e) {
        throw new HttpProblem(400, "port: \"" + port + "\" is not a number");
      }
    }
    forward(head, socket, in, () -> runtime.portForwardUrl(request.build()));
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

  private static void forward(RequestHead head, Socket client, InputStream in, Address address)
      throws IOException, InterruptedException, HttpProblem {
    URI target;
    try {
      target = URI.create(address.get());
    } catch (RuntimeProblem e) {
      throw new HttpProblem(500, String.valueOf(e.getMessage()));
    }
    try (Socket streaming = new Socket()) {
      streaming.connect(new InetSocketAddress(target.getHost(), target.getPort()), CONNECT_MILLIS);
      streaming.setTcpNoDelay(true);
      String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
      OutgoingHead request = new OutgoingHead(head.method(), target.getRawPath() + query);
      for (String header : head.headers()) {
        String lower = header.toLowerCase(Locale.ROOT);
        if (!lower.startsWith("host:") && !lower.startsWith("authorization:")) {
          request.header(header);
        }
      }
      request.host(target.getRawAuthority());
      streaming.getOutputStream().write(request.bytes(StandardCharsets.ISO_8859_1));
      streaming.getOutputStream().flush();
      Splice.join(client, in, streaming);
    } catch (ProtocolException e) {
      throw new HttpProblem(400, String.valueOf(e.getMessage()));
    }
  }
}
