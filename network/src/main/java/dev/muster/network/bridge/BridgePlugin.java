package dev.muster.network.bridge;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The configuration by which CNI's plugin connects pods to the bridge. */
public final class BridgePlugin {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The programs that have to be there. */
  public static final List<String> PROGRAMS = List.of("bridge", "host-local");

  private BridgePlugin() {}

  /**
   * Writes the one configuration of a directory.
   *
   * @param addresses where it is kept which addresses are given out
   */
  public static void configure(Path directory, NodeBridge bridge, Path addresses)
      throws IOException {
    ObjectNode network = JSON.createObjectNode();
    network.put("cniVersion", "1.0.0").put("name", bridge.name());
    ObjectNode plugin = network.putArray("plugins").addObject();
    plugin.put("type", "bridge").put("bridge", bridge.name()).put("hairpinMode", true);
    ObjectNode ipam = plugin.putObject("ipam");
    ipam.put("type", "host-local").put("dataDir", addresses.toString());
    ipam.putArray("ranges")
        .addArray()
        .addObject()
        .put("subnet", bridge.range().toString())
        .put("gateway", bridge.gateway().toString());
    ipam.putArray("routes").addObject().put("dst", "0.0.0.0/0");
    Files.createDirectories(directory);
    Files.write(directory.resolve("10-muster.conflist"), JSON.writeValueAsBytes(network));
  }
}
