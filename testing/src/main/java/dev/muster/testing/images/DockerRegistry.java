package dev.muster.testing.images;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Debian's docker-registry on a port of its own choice, for alice with the password secret. */
public final class DockerRegistry implements AutoCloseable {
  private static final Pattern LISTENING = Pattern.compile("listening on (127\\.0\\.0\\.1:\\d+)");
  private static final String HASH = "$2b$04$OuSJyznFlA10hJgmfVUgPeo7SdC5D7TT.OsEtGMakexSgKMMNrOZq";

  private final Path data;
  private final Process process;
  private final String host;
  private final HttpClient http = HttpClient.newHttpClient();

  private DockerRegistry(Path data, Process process, String host) {
    this.data = data;
    this.process = process;
    this.host = host;
  }

  public static DockerRegistry start(Path directory) throws IOException {
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
    BufferedReader log = process.inputReader(StandardCharsets.UTF_8);
    StringBuilder said = new StringBuilder();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      said.append(line).append('\n');
      Matcher matcher = LISTENING.matcher(line);
      if (matcher.find()) {
        Thread.ofVirtual().start(() -> log.lines().forEach(each -> {}));
        return new DockerRegistry(data, process, matcher.group(1));
      }
    }
    throw new IOException("docker-registry did not start:\n" + said);
  }

  /** Address and port. */
  public String host() {
    return host;
  }

  /** An image's whole name. */
  public String name(String rest) {
    return host + "/" + rest;
  }

  /** Uploads a layer or a configuration, as any client does. */
  public void pushBlob(String repository, String digest, byte[] content)
      throws IOException, InterruptedException {
    HttpResponse<String> begun =
        send(
            HttpRequest.newBuilder(at(repository, "blobs/uploads/"))
                .POST(HttpRequest.BodyPublishers.noBody()));
    String place = begun.headers().firstValue("location").orElseThrow();
    send(
        HttpRequest.newBuilder(URI.create(place + "&digest=" + digest))
            .header("Content-Type", "application/octet-stream")
            .PUT(HttpRequest.BodyPublishers.ofByteArray(content)));
  }

  /** Names what was uploaded. */
  public void pushManifest(String repository, String tag, byte[] manifest)
      throws IOException, InterruptedException {
    send(
        HttpRequest.newBuilder(at(repository, "manifests/" + tag))
            .header("Content-Type", "application/vnd.oci.image.manifest.v1+json")
            .PUT(HttpRequest.BodyPublishers.ofByteArray(manifest)));
  }

  private URI at(String repository, String rest) {
    return URI.create("http://" + host + "/v2/" + repository + "/" + rest);
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    String basic =
        Base64.getEncoder().encodeToString("alice:secret".getBytes(StandardCharsets.UTF_8));
    HttpResponse<String> response =
        http.send(
            request.header("Authorization", "Basic " + basic).build(),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IOException(response.statusCode() + ": " + response.body());
    }
    return response;
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
    http.shutdownNow();
    process.destroyForcibly();
    process.onExit().join();
  }
}
