package dev.muster.runtime.network;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * What a sandbox was connected to: plugins take back what they gave by the configuration they gave
 * it with, whatever became of that since.
 *
 * @param result of the last plugin; empty as long as not all have answered
 */
record Attachment(ObjectNode network, JsonNode result) {
  static Attachment read(Path file) throws IOException {
    JsonNode kept = CniNetwork.JSON.readTree(file.toFile());
    if (!(kept.path("network") instanceof ObjectNode network)) {
      throw new IOException("\"" + file + "\" does not tell what the sandbox is connected to");
    }
    return new Attachment(network, kept.path("result"));
  }

  void write(Path file) throws IOException {
    ObjectNode kept = CniNetwork.JSON.createObjectNode();
    kept.set("network", network);
    kept.set("result", result);
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.write(draft, CniNetwork.JSON.writeValueAsBytes(kept));
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
