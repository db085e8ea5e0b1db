package dev.muster.network.dns;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens for questions of pods and of this machine, by UDP and TCP on one port. Others, who may
 * only claim to be somewhere, get no answer.
 */
public final class DnsServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DnsServer.class);
  private static final int MOST_QUESTION = 4096;
  private static final int MOST_CONNECTIONS = 256;
  private static final int MOST_OF_ONE = 16;
  private static final int IDLE_MILLIS = 10_000;
  private static final int MOST_MESSAGES = 100;
  private static final int TRIES = 20;

  /** Where no connection can be taken for want of files, the next one cannot either. */
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final Resolver resolver;
  private final Ipv4Range pods;
  private final DatagramSocket packets;
  private final ServerSocket streams;
  private final ForwardLimits connections = new ForwardLimits(MOST_CONNECTIONS, MOST_OF_ONE);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  private DnsServer(
      Resolver resolver, Ipv4Range pods, DatagramSocket packets, ServerSocket streams) {
    this.resolver = resolver;
    this.pods = pods;
    this.packets = packets;
    this.streams = streams;
  }

  /**
   * Starts to answer.
   *
   * @param address at which; on any port
   * @param pods who may ask, beside this machine
   */
  public static DnsServer start(Resolver resolver, Ipv4 address, Ipv4Range pods)
      throws IOException {
    DnsServer server = bound(resolver, address.inet(), pods);
    Thread.ofPlatform().daemon().name("dns").start(server::packets);
    Thread.ofVirtual().name("dns streams").start(server::streams);
    return server;
  }

  /** Both kinds have the same port, which has to be free for both. */
  private static DnsServer bound(Resolver resolver, InetAddress address, Ipv4Range pods)
      throws IOException {
    for (int i = 0; ; i++) {
      ServerSocket streams = new ServerSocket(0, 128, address);
      try {
        DatagramSocket packets = new DatagramSocket(streams.getLocalPort(), address);
        return new DnsServer(resolver, pods, packets, streams);
      } catch (IOException taken) {
        streams.close();
        if (i == TRIES) {
          throw taken;
        }
      }
    }
  }

  /** Where it listens. */
  public int port() {
    return streams.getLocalPort();
  }

  private void packets() {
    byte[] buffer = new byte[MOST_QUESTION];
    while (!closed) {
      DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
      try {
        packets.receive(packet);
        InetSocketAddress from = (InetSocketAddress) packet.getSocketAddress();
        if (mayAsk(from.getAddress()) && from.getPort() != 0) {
          answer(Arrays.copyOf(buffer, packet.getLength()), from);
        }
      } catch (IOException e) {
        LOG.debug("a packet is lost: {}", e.getMessage());
      }
    }
  }

  private void answer(byte[] message, InetSocketAddress from) throws IOException {
    switch (resolver.take(message, from.getAddress(), false)) {
      case Resolver.Outcome.Now(byte[] answer) -> send(answer, from);
      case Resolver.Outcome.Soon(Resolver.Later later) ->
          Thread.ofVirtual().name("dns question").start(() -> sendLater(later, from));
      case Resolver.Outcome.Silence silence -> {}
    }
  }

  private void sendLater(Resolver.Later later, InetSocketAddress to) {
    try {
      send(later.answer(), to);
    } catch (IOException e) {
      LOG.debug("an answer is lost: {}", e.getMessage());
    }
  }

  private void send(byte[] answer, InetSocketAddress to) throws IOException {
    packets.send(new DatagramPacket(answer, answer.length, to));
  }

  private boolean mayAsk(InetAddress from) throws IOException {
    Optional<Ipv4> address = Ipv4.of(from);
    return address.isPresent()
        && (pods.contains(address.get())
            || from.isLoopbackAddress()
            || NetworkInterface.getByInetAddress(from) != null);
  }

  private void streams() {
    while (!closed) {
      try {
        Socket socket = streams.accept();
        InetAddress from = socket.getInetAddress();
        if (mayAsk(from) && connections.take(from)) {
          open.add(socket);
          Thread.ofVirtual().name("dns stream").start(() -> serve(socket, from));
        } else {
          socket.close();
        }
      } catch (IOException e) {
        LOG.debug("a connection is lost: {}", e.getMessage());
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private void serve(Socket socket, InetAddress from) {
    try (socket) {
      socket.setSoTimeout(IDLE_MILLIS);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      for (int i = 0; i < MOST_MESSAGES; i++) {
        int length = in.readUnsignedShort();
        if (length > MOST_QUESTION) {
          return;
        }
        byte[] message = in.readNBytes(length);
        Optional<byte[]> answer = resolver.answered(message, from, true);
        if (message.length < length || answer.isEmpty()) {
          return;
        }
        byte[] framed = new byte[answer.get().length + 2];
        framed[0] = (byte) (answer.get().length >> 8);
        framed[1] = (byte) answer.get().length;
        System.arraycopy(answer.get(), 0, framed, 2, answer.get().length);
        socket.getOutputStream().write(framed);
      }
    } catch (IOException e) {
      LOG.debug("a connection ended: {}", e.getMessage());
    } finally {
      open.remove(socket);
      connections.giveBack(from);
    }
  }

  @Override
  public void close() {
    closed = true;
    packets.close();
    try {
      streams.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      LOG.debug("not closed: {}", e.getMessage());
    }
  }
}
