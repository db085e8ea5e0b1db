package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The fields of a pod that its containers may read, by {@code fieldPath}. */
final class DownwardFields {
  private static final Pattern SUBSCRIPT = Pattern.compile("([^\\[]*+)\\['(.*)'\\]");

  private DownwardFields() {}

  /** A field of the metadata; volumes may read no others. */
  static String value(JsonNode pod, String fieldPath) throws VolumeException {
    JsonNode metadata = pod.path("metadata");
    Matcher subscript = SUBSCRIPT.matcher(fieldPath);
    if (subscript.matches()) {
      return switch (subscript.group(1)) {
        case "metadata.annotations" ->
            metadata.path("annotations").path(subscript.group(2)).asText();
        case "metadata.labels" -> metadata.path("labels").path(subscript.group(2)).asText();
        default ->
            throw new VolumeException(
                "fieldPath " + GoText.quote(fieldPath) + " does not support subscript");
      };
    }
    return switch (fieldPath) {
      case "metadata.annotations" -> lines(metadata.path("annotations"));
      case "metadata.labels" -> lines(metadata.path("labels"));
      case "metadata.name" -> metadata.path("name").asText();
      case "metadata.namespace" -> metadata.path("namespace").asText();
      case "metadata.uid" -> metadata.path("uid").asText();
      default -> throw new VolumeException("unsupported fieldPath: " + fieldPath);
    };
  }

  private static String lines(JsonNode map) {
    Map<String, String> sorted = new TreeMap<>();
    map.properties().forEach(entry -> sorted.put(entry.getKey(), entry.getValue().asText()));
    return sorted.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + GoText.quote(entry.getValue()))
        .collect(Collectors.joining("\n"));
  }
}
