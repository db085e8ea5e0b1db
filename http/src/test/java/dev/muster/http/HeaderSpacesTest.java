package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.http.Http2Frame;
import dev.muster.testing.http.RawHttp2;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.eclipse.jetty.http.compression.HuffmanEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values with spaces around them, over HTTP/2: client-go's tests send such a User-Agent. */
class HeaderSpacesTest {
  /** Of user-agent in HPACK's static table, to be kept in the dynamic one. */
  private static final int USER_AGENT = 0x40 | 58;

  /** GET https://h/ in HPACK's static table, the authority as a literal. */
  private static final byte[] GET = {(byte) 0x82, (byte) 0x84, (byte) 0x87, 0x41, 1, 'h'};

  private static final String GO =
      "e2e.test/v1.35.8 (linux/amd64) kubernetes/0000000 -- [sig-a] b ";

  @TempDir Path directory;

  @Test
  void areTakenAsGoTakesThem() throws Exception {
    try (TestServer server =
            TestServer.start(
                directory,
                TestServer.options(),
                exchange ->
                    exchange.respond(
                        200,
                        "text/plain",
                        String.valueOf(exchange.header("User-Agent"))
                            .getBytes(StandardCharsets.UTF_8)));
        RawHttp2 client = new RawHttp2(server.connect(), 65_535)) {
      assertThat(ask(client, 1, literal(GO, false))).isEqualTo(GO.strip());
      assertThat(ask(client, 3, literal(" " + GO, true))).isEqualTo(GO.strip());
      // the newest two entries of the table: what was sent before
      assertThat(ask(client, 5, new byte[] {(byte) (0x80 | 62)})).isEqualTo(GO.strip());
      assertThat(ask(client, 7, new byte[] {(byte) (0x80 | 63)})).isEqualTo(GO.strip());
      assertThat(ask(client, 9, literal("plain", true))).isEqualTo("plain");
    }
  }

  /** What the server says to a request with one more header. */
  private static String ask(RawHttp2 client, int stream, byte[] header) throws IOException {
    byte[] request = Arrays.copyOf(GET, GET.length + header.length);
    System.arraycopy(header, 0, request, GET.length, header.length);
    if (stream > 1) {
      request[3] = 0x01;
    }
    int last = Http2Frame.END_OF_STREAM | Http2Frame.END_OF_HEADERS;
    client.send(Http2Frame.HEADERS, last, stream, request);
    while (true) {
      Http2Frame frame = client.next();
      if (frame.stream() == stream && frame.type() == Http2Frame.DATA) {
        return new String(frame.body(), StandardCharsets.ISO_8859_1);
      }
      assertThat(frame.type()).as("a reset").isNotEqualTo(Http2Frame.RESET);
    }
  }

  private static byte[] literal(String value, boolean compressed) {
    byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
    if (compressed) {
      ByteBuffer huffman = ByteBuffer.allocate(HuffmanEncoder.octetsNeeded(value));
      HuffmanEncoder.encode(huffman, value);
      bytes = huffman.array();
    }
    byte[] out = new byte[2 + bytes.length];
    out[0] = USER_AGENT;
    out[1] = (byte) (bytes.length | (compressed ? 0x80 : 0));
    System.arraycopy(bytes, 0, out, 2, bytes.length);
    return out;
  }

  @Test
  void framesWithoutAnyArriveByteForByteHoweverTheyAreCut() throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(new byte[24]);
    Http2Frame.write(all, Http2Frame.SETTINGS, 0, 0, new byte[6]);
    Http2Frame.write(all, Http2Frame.HEADERS, 5, 1, literal("x", false));
    Http2Frame.write(all, Http2Frame.DATA, 1, 1, new byte[300]);
    byte[] sent = all.toByteArray();
    for (int cut = 1; cut < sent.length; cut++) {
      HeaderSpaces spaces = new HeaderSpaces();
      ByteArrayOutputStream got = new ByteArrayOutputStream();
      for (int at = 0; at < sent.length; at += cut) {
        byte[] part = Arrays.copyOfRange(sent, at, Math.min(sent.length, at + cut));
        got.writeBytes(spaces.take(part));
      }
      assertThat(got.toByteArray()).isEqualTo(sent);
      assertThat(spaces.rest()).isEmpty();
    }
  }

  @Test
  void paddingAndPriorityStayAsTheyAre() throws Exception {
    byte[] block = literal("a ", false);
    byte[] body = new byte[6 + block.length + 3];
    body[0] = 3;
    System.arraycopy(block, 0, body, 6, block.length);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(new byte[24]);
    Http2Frame.write(all, Http2Frame.HEADERS, 0x2d, 1, body);
    byte[] got = new HeaderSpaces().take(all.toByteArray());
    Http2Frame frame =
        Http2Frame.read(
            new DataInputStream(new ByteArrayInputStream(Arrays.copyOfRange(got, 24, got.length))));
    assertThat(frame.body()).containsExactly(3, 0, 0, 0, 0, 0, USER_AGENT, 1, 'a', 0, 0, 0);
  }

  @Property(tries = 500)
  void noBytesAreTooStrange(@ForAll byte[] block) {
    assertThat(HeaderBlock.trimmed(block)).isNotNull();
  }
}
