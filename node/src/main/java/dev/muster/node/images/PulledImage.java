package dev.muster.node.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An image that this node pulled, and who may have it under which name; the kubelet's
 * ImagePulledRecord. A name without an entry has to be proven to its registry.
 *
 * @param imageRef what the runtime knows it by
 * @param access by the name without tag and digest
 */
record PulledImage(String imageRef, Instant updated, Map<String, ImageAccess> access) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Comparator<PullSecret> ORDER =
      Comparator.comparing(PullSecret::namespace)
          .thenComparing(PullSecret::name)
          .thenComparing(PullSecret::uid);

  PulledImage {
    access = new TreeMap<>(access);
  }

  /** Who may have it under this name, or under the same name written whole. */
  Optional<ImageAccess> access(ImageName name) {
    return Optional.ofNullable(access.get(name.untagged()))
        .or(() -> Optional.ofNullable(access.get(name.repository())));
  }

  /** Whoever proved it may have it from now on; the same if that is known. */
  PulledImage with(String name, ImageAccess proven, Instant now) {
    ImageAccess merged =
        switch (Optional.ofNullable(access.get(name)).orElse(proven)) {
          case ImageAccess.Everybody everybody -> everybody;
          case ImageAccess.Holders known ->
              switch (proven) {
                case ImageAccess.Everybody everybody -> everybody;
                case ImageAccess.Holders more -> merged(known, more);
              };
        };
    if (merged.equals(access.get(name))) {
      return this;
    }
    Map<String, ImageAccess> all = new TreeMap<>(access);
    all.put(name, merged);
    return new PulledImage(imageRef, now, all);
  }

  /** One entry for each object, with what it says now. */
  private static ImageAccess merged(ImageAccess.Holders known, ImageAccess.Holders more) {
    List<PullSecret> all = new ArrayList<>(more.secrets());
    known.secrets().stream()
        .filter(old -> more.secrets().stream().noneMatch(old::isSameObject))
        .forEach(all::add);
    all.sort(ORDER);
    return new ImageAccess.Holders(all);
  }

  byte[] toJson() throws IOException {
    ObjectNode record = KubeletRecord.of("ImagePulledRecord");
    record.put("lastUpdatedTime", updated.truncatedTo(ChronoUnit.SECONDS).toString());
    record.put("imageRef", imageRef);
    if (!access.isEmpty()) {
      ObjectNode mapping = record.putObject("credentialMapping");
      access.forEach((name, who) -> write(mapping.putObject(name), who));
    }
    return JSON.writeValueAsBytes(record);
  }

  private static void write(ObjectNode entry, ImageAccess who) {
    switch (who) {
      case ImageAccess.Everybody everybody -> entry.put("nodePodsAccessible", true);
      case ImageAccess.Holders holders -> {
        ArrayNode secrets = entry.putArray("kubernetesSecrets");
        for (PullSecret each : holders.secrets()) {
          secrets
              .addObject()
              .put("uid", each.uid())
              .put("namespace", each.namespace())
              .put("name", each.name())
              .put("credentialHash", each.hash());
        }
      }
    }
  }

  static PulledImage parse(byte[] json) throws IOException {
    JsonNode record = KubeletRecord.parse(json, "ImagePulledRecord");
    Map<String, ImageAccess> access = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : record.path("credentialMapping").properties()) {
      access.put(entry.getKey(), access(entry.getValue()));
    }
    try {
      return new PulledImage(
          record.path("imageRef").asText(),
          Instant.parse(record.path("lastUpdatedTime").asText()),
          access);
    } catch (DateTimeParseException e) {
      throw new IOException("not a time: " + record.path("lastUpdatedTime"), e);
    }
  }

  private static ImageAccess access(JsonNode entry) {
    if (entry.path("nodePodsAccessible").asBoolean()) {
      return new ImageAccess.Everybody();
    }
    List<PullSecret> secrets = new ArrayList<>();
    for (JsonNode each : entry.path("kubernetesSecrets")) {
      secrets.add(
          new PullSecret(
              each.path("uid").asText(),
              each.path("namespace").asText(),
              each.path("name").asText(),
              each.path("credentialHash").asText()));
    }
    return new ImageAccess.Holders(secrets);
  }
}
