package dev.muster.runtime.imageservice;

import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.images.Layer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Debian's docker-registry on a port of its own choice, for alice with the password secret. */
final class RealRegistry implements AutoCloseable {
  private static final Pattern LISTENING = Pattern.compile("listening on 127\\.0\\.0\\.1:(\\d+)");
  private static final String HASH = "$2b$04$OuSJyznFlA10hJgmfVUgPeo7SdC5D7TT.OsEtGMakexSgKMMNrOZq";

  private final Process process;
  private final String host;
  private final HttpClient http = HttpClient.newHttpClient();

  private RealRegistry(Process process, String host) {
    this.process = process;
    this.host = host;
  }

  static RealRegistry start(Path directory) throws IOException {
    Path passwords = Files.writeString(directory.resolve("htpasswd"), "alice:" + HASH + "\n");
    Path config =
        Files.writeString(
            directory.resolve("config.yml"),
            """
            version: 0.1
            log: {level: info}
            storage: {filesystem: {rootdirectory: %s}}
            http: {addr: "127.0.0.1:0"}
            auth: {htpasswd: {realm: test, path: %s}}
            """
                .formatted(directory.resolve("data"), passwords));
    Process process =
        new ProcessBuilder("docker-registry", "serve", config.toString())
            .redirectErrorStream(true)
            .start();
    BufferedReader log =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      said.append(line).append('\n');
      Matcher matcher = LISTENING.matcher(line);
      if (matcher.find()) {
        Thread.ofVirtual().start(() -> log.lines().forEach(each -> {}));
        return new RealRegistry(process, "127.0.0.1:" + matcher.group(1));
      }
    }
    throw new IOException("docker-registry did not start:\n" + said);
  }

  String host() {
    return host;
  }

  String name(String rest) {
    return host + "/" + rest;
  }

  /** Pushes an image as any client does: its content, then its manifest. */
  void push(ImageStore store, Image image, String repository, String... tags) throws Exception {
    for (Layer each : image.layers()) {
      blob(repository, each.blob().text(), store.layer(each).readAllBytes());
    }
    blob(repository, image.id().text(), store.configuration(image));
    for (String tag : tags) {
      send(
          HttpRequest.newBuilder(
                  URI.create("http://" + host + "/v2/" + repository + "/manifests/" + tag))
              .header("Content-Type", "application/vnd.oci.image.manifest.v1+json")
              .PUT(HttpRequest.BodyPublishers.ofByteArray(store.manifest(image))));
    }
  }

  private void blob(String repository, String digest, byte[] content) throws Exception {
    HttpResponse<String> begun =
        send(
            HttpRequest.newBuilder(
                    URI.create("http://" + host + "/v2/" + repository + "/blobs/uploads/"))
                .POST(HttpRequest.BodyPublishers.noBody()));
    String place = begun.headers().firstValue("location").orElseThrow();
    send(
        HttpRequest.newBuilder(URI.create(place + "&digest=" + digest))
            .header("Content-Type", "application/octet-stream")
            .PUT(HttpRequest.BodyPublishers.ofByteArray(content)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
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

  @Override
  public void close() {
    http.shutdownNow();
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
