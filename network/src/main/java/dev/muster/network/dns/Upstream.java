package dev.muster.network.dns;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * The resolvers of the host. Each is asked from a port of its own and under a number that nobody
 * can guess, and only an answer to that very question is taken.
 *
 * @param servers as they are now, the first ones first
 */
record Upstream(Supplier<List<InetSocketAddress>> servers) {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int MOST_SERVERS = 3;
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * The answer to a question in the words of the first that has one.
   *
   * @param message the question as it came
   * @throws IOException if nobody answers
   */
  byte[] ask(byte[] message, NameQuestion question, boolean stream) throws IOException {
    IOException last = new IOException("the host has no resolver");
    for (InetSocketAddress server : servers.get().stream().limit(MOST_SERVERS).toList()) {
      try {
        byte[] answer =
            stream ? byStream(message, question, server) : byPacket(message, question, server);
        return numbered(answer, question.id());
      } catch (IOException e) {
        last = e;
      }
    }
    throw last;
  }

  /** The same, for a question of our own. */
  byte[] ask(String name, int type) throws IOException {
    ByteBuf out = Unpooled.buffer();
    out.writeShort(0).writeShort(0x0100).writeShort(1).writeShort(0).writeShort(0).writeShort(0);
    AnswerWriter.name(name, out);
    out.writeShort(type).writeShort(1);
    byte[] message = Arrays.copyOf(out.array(), out.writerIndex());
    if (!(DnsMessages.read(message) instanceof DnsMessages.Read.Asked(NameQuestion question))) {
      throw new IOException("\"" + name + "\" is no name");
    }
    return ask(message, question, true);
  }

  private static byte[] byPacket(byte[] message, NameQuestion question, InetSocketAddress server)
      throws IOException {
    int id = RANDOM.nextInt(1 << 16);
    byte[] sent = numbered(message, id);
    long end = System.nanoTime() + PATIENCE.toNanos();
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(server);
      socket.send(new DatagramPacket(sent, sent.length));
      byte[] buffer = new byte[DnsMessages.LARGEST];
      while (true) {
        long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        if (left <= 0) {
          throw new SocketTimeoutException("no answer from " + server);
        }
        socket.setSoTimeout((int) left);
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        byte[] answer = Arrays.copyOf(buffer, packet.getLength());
        if (answers(answer, id, question)) {
          return answer;
        }
      }
    }
  }

  private static byte[] byStream(byte[] message, NameQuestion question, InetSocketAddress server)
      throws IOException {
    int id = RANDOM.nextInt(1 << 16);
    byte[] sent = numbered(message, id);
    try (Socket socket = new Socket()) {
      socket.connect(server, (int) PATIENCE.toMillis());
      socket.setSoTimeout((int) PATIENCE.toMillis());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      byte[] framed = new byte[sent.length + 2];
      framed[0] = (byte) (sent.length >> 8);
      framed[1] = (byte) sent.length;
      System.arraycopy(sent, 0, framed, 2, sent.length);
      out.write(framed);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      byte[] answer = in.readNBytes(in.readUnsignedShort());
      if (!answers(answer, id, question)) {
        throw new IOException(server + " answers something else");
      }
      return answer;
    }
  }

  /** Whether it is an answer, to this number and this question. */
  private static boolean answers(byte[] answer, int id, NameQuestion question) {
    int end = DnsMessages.HEADER + question.asked().length;
    if (answer.length < end) {
      return false;
    }
    ByteBuf in = Unpooled.wrappedBuffer(answer);
    return in.readUnsignedShort() == id
        && (in.readUnsignedShort() & DnsMessages.IS_ANSWER) != 0
        && in.readUnsignedShort() == 1
        && Arrays.equals(Arrays.copyOfRange(answer, DnsMessages.HEADER, end), question.asked());
  }

  private static byte[] numbered(byte[] message, int id) {
    byte[] copy = message.clone();
    copy[0] = (byte) (id >> 8);
    copy[1] = (byte) id;
    return copy;
  }
}
