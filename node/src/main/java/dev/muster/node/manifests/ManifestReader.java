package dev.muster.node.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Times;
import dev.muster.model.codec.Yaml;
import dev.muster.model.scheme.Kind;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;

/** Makes a pod of a file: with defaults, a name of its own and an id that changes with the text. */
record ManifestReader(Kind pods, String node) {
  private static final long LARGEST = 1 << 20;

  Pod read(Path file, Instant now) throws IOException {
    if (Files.size(file) > LARGEST) {
      throw new IOException("larger than a manifest can be");
    }
    byte[] bytes = Files.readAllBytes(file);
    JsonNode tree;
    try {
      tree = Yaml.toTree(bytes);
    } catch (DecodeException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
    Pod given = Pod.of(tree);
    if (!given.kind().text().equals("Pod") || given.metadata().name().node().asText().isEmpty()) {
      throw new IOException("not a Pod with a name");
    }
    MutablePod pod = MutablePod.of(Decoder.decode(pods.type(), tree).object());
    pods.strategy().applyDefaults(pod.tree());
    String hash = hash(file, bytes);
    MutableObjectMeta metadata = pod.metadata().ensure();
    metadata.name(metadata.name().text() + "-" + node);
    metadata.namespace().defaultTo("default");
    metadata.uid(hash);
    ObjectNode annotations = metadata.annotations().map();
    annotations.put(Pod.HASH, hash).put(Pod.SOURCE, "file");
    annotations.put("kubernetes.io/config.seen", Times.nanos(now));
    MutablePodSpec spec = pod.spec().ensure().nodeName(node);
    spec.tolerations().add().operator("Exists").effect("NoExecute");
    return pod.kind("Pod").apiVersion("v1").reading();
  }

  private String hash(Path file, byte[] bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      digest.update((node + "\0" + file.getFileName() + "\0").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
