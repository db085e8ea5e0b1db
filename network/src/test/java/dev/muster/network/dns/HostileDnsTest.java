package dev.muster.network.dns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What pods can send to the resolver. */
class HostileDnsTest {
  private static final InetAddress POD = InetAddress.ofLiteral("10.1.0.9");

  private static Resolver resolver(List<InetSocketAddress> upstream) {
    return new Resolver(SomeObjects.names(), () -> upstream);
  }

  /** A question, with the flags and counts of a header. */
  private static byte[] message(int flags, int questions, String name, int type) {
    ByteBuf out = Unpooled.buffer();
    out.writeShort(0x1234).writeShort(flags).writeShort(questions);
    out.writeShort(0).writeShort(0).writeShort(0);
    AnswerWriter.name(name, out);
    out.writeShort(type).writeShort(1);
    return Arrays.copyOf(out.array(), out.writerIndex());
  }

  private static byte[] question(String name) {
    return message(0x0100, 1, name, RecordType.A);
  }

  private static int code(byte[] answer) {
    return answer[3] & 15;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          an answer            | 123481000001000000000000 00 0001 0001                | silence
          no header            | 12340100                                             | silence
          another operation    | 123428000001000000000000 00 0001 0001                | 4
          no question          | 123401000000000000000000                             | 1
          two questions        | 123401000002000000000000 00 0001 0001 00 0001 0001   | 1
          a cut question       | 123401000001000000000000 03 7765                     | 1
          a loop of pointers   | 123401000001000000000000 C00C 0001 0001              | 1
          a pointer ahead      | 123401000001000000000000 C0FF 0001 0001              | 1
          a pointer to the id  | 123401000001000000000000 C000 0001 0001              | 1
          a label too long     | 123401000001000000000000 7F 61 00 0001 0001          | 1
          another class        | 123401000001000000000000 00 0001 0003                | 5
          too many records     | 12340100000100000000FFFF 00 0001 0001                | 1
          a record that is cut | 123401000001000000000001 00 0001 0001 00 0029        | 1
          """)
  void whatIsNoQuestionIsToldSoOrNothing(String what, String hex, String expected) {
    byte[] message = HexFormat.of().parseHex(hex.replace(" ", ""));
    Resolver.Outcome outcome = resolver(List.of()).take(message, POD, false);
    String shown =
        switch (outcome) {
          case Resolver.Outcome.Now(byte[] answer) -> String.valueOf(code(answer));
          case Resolver.Outcome.Soon soon -> "asks others";
          case Resolver.Outcome.Silence silence -> "silence";
        };
    assertThat(shown).as(what).isEqualTo(expected);
  }

  /** Nobody is thrown out of step, and nobody gets more than a packet for a packet. */
  @Property(tries = 2000)
  void anyBytesAreAnsweredInLittleRoom(@ForAll @Size(max = 600) byte[] bytes) {
    if (resolver(List.of()).take(bytes, POD, false)
        instanceof Resolver.Outcome.Now(byte[] answer)) {
      assertThat(answer.length).isLessThanOrEqualTo(DnsMessages.MOST_ROOM);
      assertThat(answer[2] & 0x80).as("is an answer").isNotZero();
    }
  }

  /** The same behind a header that is well-formed. */
  @Property(tries = 2000)
  void anyBytesBehindAHeaderAreAnswered(@ForAll @Size(max = 300) byte[] bytes) {
    byte[] message =
        Arrays.copyOf(new byte[] {1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1}, 12 + bytes.length);
    System.arraycopy(bytes, 0, message, 12, bytes.length);
    Resolver.Outcome outcome = resolver(List.of()).take(message, POD, true);
    assertThat(outcome).isNotInstanceOf(Resolver.Outcome.Silence.class);
  }

  @Test
  void anAliasOfItselfEnds() {
    byte[] answer =
        resolver(List.of())
            .answered(question("loop.shop.svc.cluster.local"), POD, false)
            .orElseThrow();
    assertThat(code(answer)).isZero();
    assertThat(answer[7]).as("the alias alone").isEqualTo((byte) 1);
  }

  @Test
  void anAliasIntoTheClusterHasItsAddress() {
    byte[] answer =
        resolver(List.of())
            .answered(question("alias.shop.svc.cluster.local"), POD, false)
            .orElseThrow();
    assertThat(answer[7]).isEqualTo((byte) 2);
    assertThat(Arrays.copyOfRange(answer, answer.length - 4, answer.length))
        .containsExactly(10, 96, 7, 7);
  }

  @Test
  void oneAskerCannotTakeAllWaysToOthers() {
    Resolver resolver =
        resolver(List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9)));
    int waiting = 0;
    for (int i = 0; i < 100; i++) {
      if (resolver.take(question("a.example"), POD, false) instanceof Resolver.Outcome.Soon) {
        waiting++;
      }
    }
    assertThat(waiting).isEqualTo(32);
    assertThat(resolver.take(question("a.example"), InetAddress.ofLiteral("10.1.0.8"), false))
        .isInstanceOf(Resolver.Outcome.Soon.class);
    assertThat(resolver.take(question("web.shop.svc.cluster.local"), POD, false))
        .isInstanceOf(Resolver.Outcome.Now.class);
  }

  /** A resolver that first sends what somebody else might have. */
  @Test
  void onlyTheAnswerToTheQuestionIsTaken() throws Exception {
    try (DatagramSocket upstream = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> forge(upstream));
      InetSocketAddress there = (InetSocketAddress) upstream.getLocalSocketAddress();
      byte[] answer =
          resolver(List.of(there)).answered(question("a.example"), POD, false).orElseThrow();
      assertThat(Arrays.copyOf(answer, 2)).as("the asker's number").containsExactly(0x12, 0x34);
      assertThat(code(answer)).isEqualTo(3);
    }
  }

  private static void forge(DatagramSocket upstream) {
    try {
      byte[] buffer = new byte[512];
      DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
      upstream.receive(packet);
      byte[] asked = Arrays.copyOf(buffer, packet.getLength());
      byte[] otherNumber = asked.clone();
      otherNumber[0] ^= 1;
      otherNumber[2] |= (byte) 0x80;
      byte[] otherName = asked.clone();
      otherName[2] |= (byte) 0x80;
      otherName[13] ^= 1;
      byte[] right = asked.clone();
      right[2] |= (byte) 0x80;
      right[3] |= 3;
      for (byte[] each : List.of(otherNumber, otherName, asked, right)) {
        upstream.send(new DatagramPacket(each, each.length, packet.getSocketAddress()));
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void answersByPacketAndByStreamWhereItListens() throws IOException {
    Ipv4 here = Ipv4.parse("127.0.0.1").orElseThrow();
    Ipv4Range pods = Ipv4Range.parse("10.1.0.0/22").orElseThrow();
    byte[] question = question("web.shop.svc.cluster.local");
    try (DnsServer server = DnsServer.start(resolver(List.of()), here, pods);
        DatagramSocket packets = new DatagramSocket();
        Socket stream = new Socket(here.inet(), server.port())) {
      packets.setSoTimeout(10_000);
      InetSocketAddress there = new InetSocketAddress(here.inet(), server.port());
      packets.send(new DatagramPacket(new byte[] {1}, 1, there));
      packets.send(new DatagramPacket(question, question.length, there));
      byte[] buffer = new byte[512];
      DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
      packets.receive(packet);
      assertThat(Arrays.copyOfRange(buffer, packet.getLength() - 4, packet.getLength()))
          .containsExactly(10, 96, 7, 7);
      stream.setSoTimeout(10_000);
      stream.getOutputStream().write(new byte[] {0, (byte) question.length});
      stream.getOutputStream().write(question);
      DataInputStream in = new DataInputStream(stream.getInputStream());
      byte[] answer = in.readNBytes(in.readUnsignedShort());
      assertThat(Arrays.copyOfRange(answer, answer.length - 4, answer.length))
          .containsExactly(10, 96, 7, 7);
      stream.getOutputStream().write(new byte[] {(byte) 0xff, (byte) 0xff});
      assertThat(in.read()).as("a question of 65535 bytes ends it").isNegative();
      packets.setSoTimeout(1);
      packets.send(new DatagramPacket(message(0x8100, 1, "a.example", 1), 27, there));
      assertThat(nothing(packets)).as("an answer is not answered").isTrue();
    }
  }

  private static boolean nothing(DatagramSocket socket) throws IOException {
    try {
      socket.receive(new DatagramPacket(new byte[1], 1));
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }
}
