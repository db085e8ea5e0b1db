package dev.muster.runtime.service;

import dev.muster.cri.v1.AttachRequest;
import dev.muster.cri.v1.AttachResponse;
import dev.muster.cri.v1.ExecRequest;
import dev.muster.cri.v1.ExecResponse;
import dev.muster.cri.v1.PortForwardRequest;
import dev.muster.cri.v1.PortForwardResponse;
import dev.muster.runtime.pods.Container;
import dev.muster.runtime.pods.Pods;
import dev.muster.runtime.pods.Sandbox;
import dev.muster.runtime.refusal.Refused;
import dev.muster.runtime.streaming.AttachSession;
import dev.muster.runtime.streaming.ExecSession;
import dev.muster.runtime.streaming.PortSession;
import dev.muster.runtime.streaming.StreamingServer;
import dev.muster.runtime.streaming.Wanted;

/** Calls that answer with a URL at which streams are served once. */
final class StreamCalls {
  private final Pods pods;
  private final ContainerCalls containers;
  private final StreamingServer streaming;

  StreamCalls(Pods pods, ContainerCalls containers, StreamingServer streaming) {
    this.pods = pods;
    this.containers = containers;
    this.streaming = streaming;
  }

  ExecResponse exec(ExecRequest request) throws Refused {
    Container container = containers.running(request.getContainerId());
    if (request.getCmdCount() == 0) {
      throw Refused.invalid("cmd: required");
    }
    Wanted wanted =
        wanted(request.getStdin(), request.getStdout(), request.getStderr(), request.getTty());
    return ExecResponse.newBuilder()
        .setUrl(
            streaming.offerCommand(
                "exec",
                wanted,
                new ExecSession(
                    pods.sandboxes().runtime(container.handler()),
                    container.id(),
                    container.bundle(),
                    request.getCmdList(),
                    request.getTty(),
                    streaming.unattended())))
        .build();
  }

  AttachResponse attach(AttachRequest request) throws Refused {
    Container container = containers.running(request.getContainerId());
    Wanted wanted =
        wanted(request.getStdin(), request.getStdout(), request.getStderr(), request.getTty());
    return AttachResponse.newBuilder()
        .setUrl(streaming.offerCommand("attach", wanted, new AttachSession(container.bundle())))
        .build();
  }

  PortForwardResponse portForward(PortForwardRequest request) throws Refused {
    Sandbox sandbox = pods.sandboxes().find(request.getPodSandboxId());
    if (!sandbox.ready()) {
      throw Refused.wrongState("sandbox \"" + sandbox.id() + "\" is not ready");
    }
    for (int port : request.getPortList()) {
      if (port <= 0 || port > 65535) {
        throw Refused.invalid("port: " + port + " is not a port");
      }
    }
    return PortForwardResponse.newBuilder()
        .setUrl(streaming.offerPorts(new PortSession(sandbox.network()), request.getPortList()))
        .build();
  }

  private static Wanted wanted(boolean stdin, boolean stdout, boolean stderr, boolean tty)
      throws Refused {
    if (!stdin && !stdout && !stderr) {
      throw Refused.invalid("one of stdin, stdout and stderr must be set");
    }
    if (tty && stderr) {
      throw Refused.invalid("tty and stderr cannot both be set");
    }
    return new Wanted(stdin, stdout, stderr, tty);
  }
}
