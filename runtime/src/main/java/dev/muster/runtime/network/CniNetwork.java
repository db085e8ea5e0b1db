package dev.muster.runtime.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.cri.v1.PortMapping;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The network of the first configuration in a directory, by name. It is read for each sandbox, so
 * that a network that was configured later is used from then on; until then there is loopback only.
 */
public final class CniNetwork implements PodNetwork {
  static final ObjectMapper JSON = new ObjectMapper();
  private static final long MOST_BYTES = 1024 * 1024;

  private final Path configurations;
  private final CniPlugins plugins;
  private final Duration adding;
  private final Duration taking;

  public CniNetwork(Path configurations, List<Path> programs) {
    this(configurations, programs, Duration.ofMinutes(2), Duration.ofMinutes(1));
  }

  /**
   * @param adding how long each plugin may take to connect a sandbox, if its caller waits so long
   * @param taking how long each may take to take back what it gave, also after the caller has gone
   */
  CniNetwork(Path configurations, List<Path> programs, Duration adding, Duration taking) {
    this.configurations = configurations;
    this.plugins = new CniPlugins(programs);
    this.adding = adding;
    this.taking = taking;
  }

  @Override
  public List<String> connect(Member member) throws IOException, Refused {
    ObjectNode network = network();
    if (network == null) {
      return List.of();
    }
    JsonNode result = JSON.createObjectNode();
    // INVARIANT: a plugin is not called before it is written down that it has to be called again
    new Attachment(network, result).write(member.kept());
    for (JsonNode plugin : network.path("plugins")) {
      ObjectNode request = request(network, plugin, member, result);
      result = plugins.run("ADD", member, request, Patience.ofTheCaller(adding));
    }
    new Attachment(network, result).write(member.kept());
    List<String> addresses = new ArrayList<>();
    String last =
        network.path("plugins").path(network.path("plugins").size() - 1).path("type").asText();
    for (JsonNode each : result.path("ips")) {
      addresses.add(address(each.path("address").asText(), last));
    }
    return List.copyOf(addresses);
  }

  /** What goes into statuses and into files of the sandbox is an address and nothing else. */
  private static String address(String text, String plugin) throws Refused {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    try {
      var unused = InetAddress.ofLiteral(address);
      return address;
    } catch (IllegalArgumentException e) {
      throw new Refused(
          Refused.Kind.FAILED,
          CniPlugins.failed(plugin, "ADD") + TextNode.valueOf(text) + " is not an address",
          e);
    }
  }

  /** Asks every plugin, the last one first, whatever the others say. */
  @Override
  public void disconnect(Member member) throws IOException {
    if (!Files.exists(member.kept())) {
      return;
    }
    Attachment given = Attachment.read(member.kept());
    List<JsonNode> backwards = new ArrayList<>();
    given.network().path("plugins").forEach(backwards::addFirst);
    List<String> problems = new ArrayList<>();
    for (JsonNode plugin : backwards) {
      try {
        ObjectNode request = request(given.network(), plugin, member, given.result());
        plugins.run("DEL", member, request, Patience.of(taking));
      } catch (IOException | Refused failed) {
        problems.add(String.valueOf(failed.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw new IOException(String.join("; ", problems));
    }
    Files.delete(member.kept());
  }

  @Override
  public String problem() {
    try {
      ObjectNode network = network();
      if (network != null) {
        for (JsonNode plugin : network.path("plugins")) {
          plugins.program(plugin.path("type").asText());
        }
      }
      return "";
    } catch (IOException | Refused e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static ObjectNode request(
      ObjectNode network, JsonNode plugin, Member member, JsonNode previous) {
    ObjectNode request = JSON.createObjectNode();
    plugin.properties().forEach(each -> request.set(each.getKey(), each.getValue()));
    request.put("name", network.path("name").asText());
    request.put("cniVersion", network.path("cniVersion").asText("0.4.0"));
    if (plugin.path("capabilities").path("portMappings").asBoolean()) {
      ArrayNode ports = request.putObject("runtimeConfig").putArray("portMappings");
      for (PortMapping each : member.ports()) {
        if (each.getHostPort() > 0) {
          ports
              .addObject()
              .put("hostPort", each.getHostPort())
              .put("containerPort", each.getContainerPort())
              .put("protocol", each.getProtocol().name().toLowerCase(java.util.Locale.ROOT))
              .put("hostIP", each.getHostIp());
        }
      }
    }
    request.remove("capabilities");
    if (!previous.isEmpty()) {
      request.set("prevResult", previous);
    }
    return request;
  }

  private @org.jspecify.annotations.Nullable ObjectNode network() throws IOException, Refused {
    if (!Files.isDirectory(configurations)) {
      return null;
    }
    List<Path> files;
    try (Stream<Path> found = Files.list(configurations)) {
      files =
          found
              .filter(each -> each.toString().matches(".*\\.(conf|conflist|json)"))
              .sorted()
              .toList();
    }
    if (files.isEmpty()) {
      return null;
    }
    Path file = files.getFirst();
    if (Files.size(file) > MOST_BYTES) {
      throw Refused.failed("\"" + file + "\" is too large for a network configuration");
    }
    JsonNode read = JSON.readTree(file.toFile());
    if (!(read instanceof ObjectNode configuration) || !configuration.hasNonNull("name")) {
      throw Refused.failed("\"" + file + "\" is not a network configuration: it has no name");
    }
    if (!configuration.has("plugins")) {
      ObjectNode list = JSON.createObjectNode();
      list.set("name", configuration.path("name"));
      list.put("cniVersion", configuration.path("cniVersion").asText("0.4.0"));
      list.putArray("plugins").add(configuration);
      return list;
    }
    if (!configuration.path("plugins").isArray() || configuration.path("plugins").isEmpty()) {
      throw Refused.failed("\"" + file + "\" is not a network configuration: it has no plugins");
    }
    return configuration;
  }
}
