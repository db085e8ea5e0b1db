package dev.muster.testing.images;

import dev.muster.testing.HostCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Images of this machine's own tools, in one archive as {@code docker save} writes it. */
public final class ImageArchive {
  /** A layer's file in the archive. */
  public record Layer(String file, String digest) {}

  private final Path work;
  private final List<String> manifest = new ArrayList<>();
  private final List<String> files = new ArrayList<>(List.of("manifest.json"));

  public ImageArchive(Path directory) throws IOException {
    this.work = Files.createTempDirectory(directory, "images");
  }

  /** What is below a directory, owned by root. */
  public Layer layer(Path root) throws IOException {
    String name = "layer" + files.size() + ".tar";
    Path file = work.resolve(name);
    HostCommand.run(
        "tar",
        "--numeric-owner",
        "--owner=0",
        "--group=0",
        "-C",
        root.toString(),
        "-cf",
        file.toString(),
        ".");
    files.add(name);
    return new Layer(name, digest(file));
  }

  /**
   * @param user as the image's configuration has it
   */
  public ImageArchive add(String reference, String user, Layer... layers) throws IOException {
    String config = "config" + files.size() + ".json";
    Files.writeString(
        work.resolve(config),
        """
        {"architecture":"amd64","os":"linux","config":{"User":"%s","Env":["PATH=/usr/bin:/bin"],
        "Entrypoint":["/bin/sleep"],"Cmd":["infinity"],"WorkingDir":"/"},
        "rootfs":{"type":"layers","diff_ids":[%s]}}
        """
            .formatted(user, joined(layers, layer -> "\"sha256:" + layer.digest() + "\"")));
    files.add(config);
    manifest.add(
        "{\"Config\":\"%s\",\"RepoTags\":[\"%s\"],\"Layers\":[%s]}"
            .formatted(config, reference, joined(layers, layer -> "\"" + layer.file() + "\"")));
    return this;
  }

  private static String joined(Layer[] layers, Function<Layer, String> text) {
    return List.of(layers).stream().map(text).collect(Collectors.joining(","));
  }

  public Path archive(Path archive) throws IOException {
    Files.writeString(work.resolve("manifest.json"), "[" + String.join(",", manifest) + "]");
    List<String> command =
        new ArrayList<>(List.of("tar", "-C", work.toString(), "-cf", archive.toString()));
    command.addAll(files);
    HostCommand.run(command.toArray(String[]::new));
    return archive;
  }

  private static String digest(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file);
        DigestInputStream all = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
      all.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(all.getMessageDigest().digest());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
