package dev.muster.model.codec;

import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The formats in which objects are accepted. */
public enum MediaType {
  /** The form in which objects are stored. */
  JSON("application/json"),
  /** One document; JSON is YAML, too. */
  YAML("application/yaml"),
  /** Kubernetes' own envelope around protobuf messages. */
  PROTOBUF("application/vnd.kubernetes.protobuf");

  private final String contentType;

  MediaType(String contentType) {
    this.contentType = contentType;
  }

  /** As headers name it. */
  public String contentType() {
    return contentType;
  }

  /** The accepted names, as refusals list them. */
  public static final String NAMES =
      "application/json, application/yaml, application/vnd.kubernetes.protobuf";

  /**
   * The format that a CustomContent-Type header names; JSON when there is none.
   *
   * @throws ApiException with code 415 for every other format
   */
  public static MediaType ofBody(@Nullable String contentType) {
    if (contentType == null || contentType.isEmpty()) {
      return JSON;
    }
    int semicolon = contentType.indexOf(';');
    String bare = semicolon < 0 ? contentType : contentType.substring(0, semicolon);
    return switch (bare.strip().toLowerCase(Locale.ROOT)) {
      case "application/json" -> JSON;
      case "application/yaml" -> YAML;
      case "application/vnd.kubernetes.protobuf" -> PROTOBUF;
      default ->
          throw Status.of(
                  415,
                  "UnsupportedMediaType",
                  "the body of the request was in an unknown format - accepted media types include: "
                      + NAMES)
              .exception();
    };
  }
}
