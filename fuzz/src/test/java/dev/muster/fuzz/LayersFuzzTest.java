package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.runtime.layers.DeviceNodes;
import dev.muster.runtime.layers.LayerStream;
import dev.muster.runtime.layers.LayerUnpacker;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** An image's layer: a tar stream, perhaps compressed. Sums of headers are made right before. */
class LayersFuzzTest {
  private static final int BLOCK = 512;
  private static final long MOST_BYTES = 1 << 20;
  private static final LayerUnpacker UNPACKER =
      new LayerUnpacker(DeviceNodes.SKIP, new LayerUnpacker.Limits(MOST_BYTES, 1_000));

  @FuzzTest
  void staysInItsDirectory(byte[] input) throws IOException {
    Path all = Files.createTempDirectory("layer");
    try {
      Path secret = Files.writeString(all.resolve("secret"), "host");
      Path lower = Files.createDirectory(all.resolve("lower"));
      Files.createSymbolicLink(lower.resolve("out"), all);
      Path layer = Files.createDirectory(all.resolve("layer"));
      try (var plain = LayerStream.plain(new ByteArrayInputStream(summed(input)))) {
        UNPACKER.unpack(plain, layer, List.of(lower));
      } catch (IOException refused) {
        assertThat(refused).hasMessageNotContaining("\n");
      }
      assertThat(names(all)).containsExactlyInAnyOrder("secret", "lower", "layer");
      assertThat(names(lower)).containsExactly("out");
      assertThat(Files.readString(secret)).isEqualTo("host");
      assertThat(Files.getAttribute(secret, "unix:nlink")).isEqualTo(1);
      assertThat(content(layer)).isLessThanOrEqualTo(MOST_BYTES);
    } finally {
      delete(all);
    }
  }

  /** Whatever says that it is a header becomes a valid one. */
  private static byte[] summed(byte[] input) {
    byte[] tar = input.clone();
    byte[] magic = "ustar".getBytes(StandardCharsets.US_ASCII);
    for (int at = 0; at + BLOCK <= tar.length; at += BLOCK) {
      if (Arrays.equals(tar, at + 257, at + 262, magic, 0, 5)) {
        Arrays.fill(tar, at + 148, at + 156, (byte) ' ');
        int sum = 0;
        for (int i = at; i < at + BLOCK; i++) {
          sum += tar[i] & 0xff;
        }
        byte[] digits = "%06o\0".formatted(sum).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(digits, 0, tar, at + 148, digits.length);
      }
    }
    return tar;
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> found = Files.list(directory)) {
      return found.map(each -> String.valueOf(each.getFileName())).toList();
    }
  }

  /** What the files hold; of a file with holes, which may seem large, the beginning. */
  private static long content(Path directory) throws IOException {
    long sum = 0;
    for (Path each : below(directory)) {
      if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
        try (var in = Files.newInputStream(each, LinkOption.NOFOLLOW_LINKS)) {
          for (byte one : in.readNBytes(1 << 16)) {
            sum += one == 0 ? 0 : 1;
          }
        }
      }
    }
    return sum;
  }

  private static List<Path> below(Path directory) throws IOException {
    try (Stream<Path> found = Files.walk(directory)) {
      return found.toList();
    }
  }

  private static void delete(Path directory) throws IOException {
    for (Path each : below(directory).reversed()) {
      Files.delete(each);
    }
  }
}
