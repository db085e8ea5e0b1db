package dev.muster.node.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.api.codec.DecodeException;
import dev.muster.api.codec.Yaml;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/** Reads what a kubeconfig's current context says: server, trust, and who the user is. */
public final class Kubeconfig {
  private static final long LARGEST = 1 << 20;

  private final Path file;
  private final JsonNode root;

  private Kubeconfig(Path file, JsonNode root) {
    this.file = file;
    this.root = root;
  }

  /**
   * @throws IOException with the file's name in its message when the file cannot be used
   */
  public static Connection read(Path file) throws IOException {
    if (Files.size(file) > LARGEST) {
      throw new IOException(file + ": larger than a kubeconfig can be");
    }
    return parse(Files.readString(file), file);
  }

  /**
   * @param file where the text is from: files that it names are looked for beside it
   */
  public static Connection parse(String text, Path file) throws IOException {
    try {
      JsonNode root = Yaml.toTree(text.getBytes(StandardCharsets.UTF_8));
      return new Kubeconfig(file, root).connection();
    } catch (DecodeException e) {
      throw new IOException(file + ": not YAML: " + e.getMessage(), e);
    }
  }

  private Connection connection() throws IOException {
    String current = root.path("current-context").asText();
    JsonNode context = named("contexts", current).path("context");
    JsonNode cluster = named("clusters", context.path("cluster").asText()).path("cluster");
    JsonNode user = named("users", context.path("user").asText()).path("user");
    String server = cluster.path("server").asText();
    if (!server.startsWith("https://")) {
      throw new IOException(
          file + ": clusters[].cluster.server: \"" + server + "\" is not an https:// address");
    }
    ClientTls tls =
        new ClientTls(
            pem(cluster, "certificate-authority").orElse(""),
            pem(user, "client-certificate").orElse(""),
            pem(user, "client-key").orElse(""));
    Optional<String> token = Optional.of(user.path("token").asText()).filter(t -> !t.isEmpty());
    if (token.isEmpty() && user.has("tokenFile")) {
      token =
          Optional.of(
              Files.readString(file.resolveSibling(user.path("tokenFile").asText())).strip());
    }
    String base = server.endsWith("/") ? server.substring(0, server.length() - 1) : server;
    return new Connection(URI.create(base), tls.context(file.toString()), token);
  }

  private JsonNode named(String list, String name) throws IOException {
    for (JsonNode one : root.path(list)) {
      if (one.path("name").asText().equals(name)) {
        return one;
      }
    }
    throw new IOException(file + ": " + list + ": there is no \"" + name + "\"");
  }

  private Optional<String> pem(JsonNode holder, String field) throws IOException {
    String data = holder.path(field + "-data").asText();
    if (!data.isEmpty()) {
      try {
        return Optional.of(
            new String(Base64.getMimeDecoder().decode(data), StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        throw new IOException(file + ": " + field + "-data: not base64", e);
      }
    }
    String named = holder.path(field).asText();
    return named.isEmpty()
        ? Optional.empty()
        : Optional.of(Files.readString(file.resolveSibling(named)));
  }
}
