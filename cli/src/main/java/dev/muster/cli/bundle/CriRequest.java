package dev.muster.cli.bundle;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.Message;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.identity.IdentityException;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Yaml;
import dev.muster.runtime.pods.BundleForecast;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A container and its sandbox, as they are written down for {@code crictl create}. */
public record CriRequest(PodSandboxConfig pod, ContainerConfig container) {
  /** What a request by gRPC may have, too. */
  private static final long MAX_FILE = 16 << 20;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * Reads both files, in JSON or YAML.
   *
   * @throws IOException that names the file and every field that is wrong
   */
  public static CriRequest read(Path containerConfig, Path podConfig) throws IOException {
    ContainerConfig.Builder container = ContainerConfig.newBuilder();
    fill(containerConfig, container);
    require(containerConfig, "metadata.name", container.getMetadata().getName());
    require(containerConfig, "image.image", container.getImage().getImage());
    PodSandboxConfig.Builder pod = PodSandboxConfig.newBuilder();
    fill(podConfig, pod);
    require(podConfig, "metadata.name", pod.getMetadata().getName());
    require(podConfig, "metadata.namespace", pod.getMetadata().getNamespace());
    if (pod.getMetadata().getUid().isEmpty()) {
      pod.getMetadataBuilder().setUid(BundlePreview.UID);
    }
    return new CriRequest(pod.build(), container.build());
  }

  /** The config.json that the runtime would hand on. */
  public ObjectNode config(BundlePreview.Images images) throws IOException {
    KnownImage image =
        KnownImage.find(
            images,
            container.getImage().getImage(),
            container.getMetadata().getName(),
            container.getCommandCount() > 0);
    try {
      return BundleForecast.of(pod, container, image.image(), image.accounts());
    } catch (Refused | IdentityException e) {
      throw new IOException(container.getMetadata().getName() + ": " + e.getMessage(), e);
    }
  }

  private static void fill(Path file, Message.Builder message) throws IOException {
    if (!Files.exists(file)) {
      throw new IOException(file + ": no such file");
    }
    if (Files.size(file) > MAX_FILE) {
      throw new IOException(file + ": larger than " + (MAX_FILE >> 20) + " MiB");
    }
    MessageReader reader = new MessageReader();
    reader.read(tree(file), message);
    fail(file, reader.problems());
  }

  private static JsonNode tree(Path file) throws IOException {
    String text = Files.readString(file);
    try {
      if (text.stripLeading().startsWith("{")) {
        return JSON.readTree(text);
      }
      Yaml.Document document = Yaml.read(text.getBytes(StandardCharsets.UTF_8));
      fail(file, document.duplicates());
      return document.tree();
    } catch (JsonProcessingException e) {
      throw new IOException(
          file
              + ": line "
              + e.getLocation().getLineNr()
              + ": not JSON: "
              + e.getOriginalMessage().lines().findFirst().orElse(""),
          e);
    } catch (DecodeException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private static void require(Path file, String field, String value) throws IOException {
    if (value.isEmpty()) {
      throw new IOException(file + ": " + field + ": required");
    }
  }

  private static void fail(Path file, List<String> problems) throws IOException {
    if (!problems.isEmpty()) {
      throw new IOException(
          problems.stream().map(each -> file + ": " + each).collect(Collectors.joining("\n")));
    }
  }
}
