package dev.muster.node.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Debian's docker-registry on a port of its own choice, for alice with the password secret. */
public final class Registry implements AutoCloseable {
  private static final Pattern LISTENING = Pattern.compile("listening on (127\\.0\\.0\\.1:\\d+)");
  private static final String HASH = "$2b$04$OuSJyznFlA10hJgmfVUgPeo7SdC5D7TT.OsEtGMakexSgKMMNrOZq";

  private final Path data;
  private final Process process;
  private final String host;

  private Registry(Path data, Process process, String host) {
    this.data = data;
    this.process = process;
    this.host = host;
  }

  public static Registry start(Path directory) throws IOException {
    Path data = Files.createDirectory(directory.resolve("registry"));
    Path passwords = Files.writeString(directory.resolve("htpasswd"), "alice:" + HASH + "\n");
    Path config =
        Files.writeString(
            directory.resolve("registry.yml"),
            """
            version: 0.1
            log: {level: info}
            storage: {filesystem: {rootdirectory: %s}}
            http: {addr: "127.0.0.1:0"}
            auth: {htpasswd: {realm: test, path: %s}}
            """
                .formatted(data, passwords));
    Process process =
        new ProcessBuilder("docker-registry", "serve", config.toString())
            .redirectErrorStream(true)
            .start();
    BufferedReader log = process.inputReader();
    StringBuilder said = new StringBuilder();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      said.append(line).append('\n');
      Matcher matcher = LISTENING.matcher(line);
      if (matcher.find()) {
        Thread.ofVirtual().start(() -> log.lines().forEach(each -> {}));
        return new Registry(data, process, matcher.group(1));
      }
    }
    throw new IOException("docker-registry did not start:\n" + said);
  }

  public String host() {
    return host;
  }

  /** Pushes an image of an archive under another name; containerd keeps nothing of it. */
  public String push(Containerd by, Path archive, String image, String repository) {
    String name = host + "/" + repository;
    by.aside("images", "import", "--no-unpack", archive.toString());
    by.aside("images", "tag", image, name);
    by.aside("images", "push", "--plain-http", "--user", "alice:secret", name);
    by.aside("images", "remove", "--sync", image, name);
    return name;
  }

  /** Spoils what is stored under a digest, keeping its size. */
  public void spoil(String digest) throws IOException {
    try (Stream<Path> all = Files.walk(data)) {
      List<Path> blobs = all.filter(file -> file.toString().endsWith(digest + "/data")).toList();
      for (Path blob : blobs) {
        byte[] content = Files.readAllBytes(blob);
        content[content.length / 2] ^= 0x55;
        Files.write(blob, content);
      }
      if (blobs.isEmpty()) {
        throw new IOException("no blob " + digest);
      }
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
