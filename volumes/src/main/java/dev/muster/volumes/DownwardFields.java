package dev.muster.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The fields of a pod that its containers may read, by {@code fieldPath}. */
final class DownwardFields {
  private static final Pattern SUBSCRIPT = Pattern.compile("([^\\[]*+)\\['(.*)'\\]");

  private DownwardFields() {}

  /** A field of the metadata; volumes may read no others. */
  static String value(Pod pod, String fieldPath) throws VolumeException {
    ObjectMeta metadata = pod.metadata();
    Matcher subscript = SUBSCRIPT.matcher(fieldPath);
    if (subscript.matches()) {
      return switch (subscript.group(1)) {
        case "metadata.annotations" -> metadata.annotations().text(subscript.group(2));
        case "metadata.labels" -> metadata.labels().text(subscript.group(2));
        default ->
            throw new VolumeException(
                "fieldPath " + GoText.quote(fieldPath) + " does not support subscript");
      };
    }
    return switch (fieldPath) {
      case "metadata.annotations" -> lines(metadata.annotations());
      case "metadata.labels" -> lines(metadata.labels());
      case "metadata.name" -> metadata.name().text();
      case "metadata.namespace" -> metadata.namespace().text();
      case "metadata.uid" -> metadata.uid().text();
      default -> throw new VolumeException("unsupported fieldPath: " + fieldPath);
    };
  }

  private static String lines(At map) {
    return map.entries().stream()
        .map(entry -> entry.getKey() + "=" + GoText.quote(entry.getValue().text()))
        .collect(Collectors.joining("\n"));
  }
}
