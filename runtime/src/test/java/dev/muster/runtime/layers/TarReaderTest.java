package dev.muster.runtime.layers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the host's own tar writes, in each of its formats. */
class TarReaderTest {
  /** The map of the pieces is in the content. */
  private static final Map<String, byte[]> SPARSE =
      Map.of(
          "GNU.sparse.major", new byte[] {'1'},
          "GNU.sparse.minor", new byte[] {'0'},
          "GNU.sparse.realsize", new byte[] {'1'});

  @TempDir Path temporary;

  @ParameterizedTest
  @CsvSource({
    "gnu,--format=gnu",
    "posix,--format=posix",
    "sparse gnu,--format=gnu --sparse",
    "sparse posix 0.0,--format=posix --sparse --sparse-version=0.0",
    "sparse posix 0.1,--format=posix --sparse --sparse-version=0.1",
    "sparse posix 1.0,--format=posix --sparse --sparse-version=1.0"
  })
  void unpacksToTheSameTree(String name, String options) throws Exception {
    Path tree = tree();
    List<String> command = new ArrayList<>(List.of("tar", "-C", tree.toString()));
    command.addAll(List.of(options.split(" ")));
    command.addAll(List.of("-cf", "-", "."));
    Process tar = new ProcessBuilder(command).redirectErrorStream(false).start();
    byte[] bytes = tar.getInputStream().readAllBytes();
    assertThat(tar.waitFor()).as(name).isZero();

    Path into = Files.createDirectory(temporary.resolve("into"));
    new LayerUnpacker(DeviceNodes.SKIP, LayerUnpacker.Limits.DEFAULT)
        .unpack(new ByteArrayInputStream(bytes), into, List.of());

    Process diff =
        new ProcessBuilder("diff", "-r", "--no-dereference", tree.toString(), into.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(new String(diff.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
    assertThat(diff.waitFor()).isZero();
  }

  private Path tree() throws IOException {
    Path tree = Files.createDirectory(temporary.resolve("tree"));
    Path deep = tree;
    for (int i = 0; i < 8; i++) {
      deep = deep.resolve("directory-with-a-long-name-" + i + "-xxxxxxxxxx");
    }
    Files.createDirectories(deep);
    Files.writeString(deep.resolve("f".repeat(200)), "long");
    Files.createSymbolicLink(tree.resolve("link"), Path.of("t".repeat(300)));
    Files.writeString(tree.resolve("grüße"), "utf-8");
    Files.writeString(tree.resolve("empty"), "");
    try (RandomAccessFile file = new RandomAccessFile(tree.resolve("sparse").toFile(), "rw")) {
      for (int i = 0; i < 40; i++) {
        file.seek(i * 1_000_000L);
        file.write(("piece " + i).getBytes(StandardCharsets.UTF_8));
      }
      file.setLength(50_000_000);
    }
    Files.createLink(tree.resolve("second name"), tree.resolve("grüße"));
    return tree;
  }

  @Test
  void aNameThatIsNotUtf8KeepsItsBytes() throws Exception {
    Path tree = Files.createDirectory(temporary.resolve("bytes"));
    Process shell =
        new ProcessBuilder("sh", "-c", "printf x > \"$(printf 'caf\\351')\"; tar -cf - .")
            .directory(tree.toFile())
            .start();
    byte[] bytes = shell.getInputStream().readAllBytes();
    Path into = Files.createDirectory(temporary.resolve("into"));
    new LayerUnpacker(DeviceNodes.SKIP, LayerUnpacker.Limits.DEFAULT)
        .unpack(new ByteArrayInputStream(bytes), into, List.of());
    Process list = new ProcessBuilder("ls", "--quoting-style=escape", into.toString()).start();
    assertThat(new String(list.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
        .isEqualTo("caf\\351\n");
  }

  @Test
  void anythingElseIsRefused() {
    assertThatThrownBy(() -> drain("not a tar stream".repeat(100).getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(LayerException.class)
        .hasMessage("a number in a header is not octal");
    assertThatThrownBy(() -> drain(new byte[] {1, 2, 3}))
        .isInstanceOf(LayerException.class)
        .hasMessage("the stream ends inside a header");
  }

  @Property(tries = 300)
  void anyBytesEndInAnAnswer(@ForAll @Size(max = 2048) byte[] bytes) throws IOException {
    try {
      drain(bytes);
    } catch (LayerException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }

  @Property(tries = 300)
  void aDamagedHeaderEndsInAnAnswer(@ForAll int position, @ForAll byte value) throws IOException {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(out)) {
      tar.file("n".repeat(150), new byte[700], 0644, 1, 1);
      tar.link("l".repeat(150), "t".repeat(200));
    }
    byte[] bytes = out.toByteArray();
    bytes[Math.floorMod(position, bytes.length)] = value;
    try {
      drain(bytes);
    } catch (LayerException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }

  private static void drain(byte[] bytes) throws IOException {
    TarReader reader = new TarReader(new ByteArrayInputStream(bytes));
    byte[] buffer = new byte[512];
    for (TarEntry entry = reader.next(); entry != null; entry = reader.next()) {
      while (reader.read(buffer, 0, buffer.length) >= 0) {
        assertThat(entry.name()).isNotNull();
      }
    }
  }

  @Test
  void aSparseMapWithoutLinesIsNotCollected() throws Exception {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(head)) {
      tar.member("file", '0', "", 1L << 40, 0644, 0, 0, 0, 0, SPARSE);
    }
    byte[] bytes = Arrays.copyOf(head.toByteArray(), head.size() - 1024);
    Endless digits = new Endless(bytes, '1');
    assertThatThrownBy(() -> new TarReader(digits).next())
        .isInstanceOf(LayerException.class)
        .hasMessage("a sparse file's map is malformed");
    assertThat(digits.given).isLessThan(64 * 1024);
  }

  @Test
  void contentThatIsOnlyPassedOverCountsToo() throws Exception {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(head)) {
      tar.file("file", new byte[0], 0644, 0, 0);
      tar.member("link", '1', "file", 1L << 40, 0644, 0, 0, 0, 0, Map.of());
    }
    byte[] bytes = Arrays.copyOf(head.toByteArray(), head.size() - 1024);
    Endless zeros = new Endless(bytes, '\0');
    LayerUnpacker unpacker =
        new LayerUnpacker(DeviceNodes.SKIP, new LayerUnpacker.Limits(1_000_000, 100));
    assertThatThrownBy(
            () -> unpacker.unpack(zeros, Files.createDirectory(temporary.resolve("x")), List.of()))
        .isInstanceOf(LayerException.class)
        .hasMessage("the layer's stream is longer than 1204800 bytes");
    assertThat(zeros.given).isLessThan(1_300_000);
  }

  /** Some bytes, then one of them without end; counts what was taken. */
  private static final class Endless extends InputStream {
    private final byte[] head;
    private final char then;
    private long given;

    Endless(byte[] head, char then) {
      this.head = head;
      this.then = then;
    }

    @Override
    public int read() {
      given++;
      return given <= head.length ? head[(int) given - 1] & 0xff : then;
    }

    @Override
    public int read(byte[] into, int from, int length) {
      for (int i = 0; i < length; i++) {
        into[from + i] = (byte) read();
      }
      return length;
    }
  }
}
