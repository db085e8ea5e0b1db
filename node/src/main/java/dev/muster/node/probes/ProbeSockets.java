package dev.muster.node.probes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.linux.Fd;
import dev.muster.linux.Namespaces;
import dev.muster.linux.OpenFlags;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Sockets that are not connected yet, in the network from which a probe is made. A socket stays in
 * the network it was opened in, whoever uses it.
 */
final class ProbeSockets {
  /** Opens sockets of one network. */
  interface Opening {
    SocketChannel open() throws IOException;
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path OWN = Path.of("/proc/self/ns/net");

  private final RuntimeCalls runtime;

  ProbeSockets(RuntimeCalls runtime) {
    this.runtime = runtime;
  }

  /**
   * Towards a host that a probe names, or where it names none, the pod.
   *
   * @param named the probe's own; empty if it has none, and then a pod without an address is
   *     entered
   */
  Opening towards(ProbeTarget target, String named) {
    return switch (target.ports()) {
      case PodPorts.AtAddress there -> SocketChannel::open;
      case PodPorts.InsideOnly inside ->
          named.isEmpty() ? () -> inside(target.id()) : SocketChannel::open;
    };
  }

  static InetSocketAddress resolved(String host, int port) throws UnknownHostException {
    InetSocketAddress address = new InetSocketAddress(host, port);
    if (address.isUnresolved()) {
      throw new UnknownHostException("lookup " + host + ": no such host");
    }
    return address;
  }

  private SocketChannel inside(String container) throws IOException {
    long pid = pid(container);
    try (Fd network = Fd.open(Path.of("/proc/" + pid + "/ns/net"), OpenFlags.READ)) {
      // INVARIANT: a process that is the container's after the opening was it at the opening
      if (pid(container) != pid) {
        throw new IOException("the container has ended");
      }
      if (Files.readSymbolicLink(network.asPath()).equals(Files.readSymbolicLink(OWN))) {
        throw new IOException("the pod has no network of its own");
      }
      return Namespaces.in(network.asPath(), SocketChannel::open);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private long pid(String container) throws IOException {
    try {
      long pid =
          JSON.readTree(runtime.containerInfo(container).getOrDefault("info", "{}"))
              .path("pid")
              .asLong();
      if (pid <= 0) {
        throw new IOException("the runtime names no process whose network could be entered");
      }
      return pid;
    } catch (RuntimeProblem | JsonProcessingException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
