package dev.muster.model.patch;

import java.util.Optional;

/** The kinds of patches, by their content types. */
public enum PatchType {
  /** A list of operations, RFC 6902. */
  JSON("application/json-patch+json"),
  /** A part of an object, RFC 7386. */
  MERGE("application/merge-patch+json"),
  /** A part of an object, whose lists are merged as the type says. */
  STRATEGIC("application/strategic-merge-patch+json"),
  /** All that one manager wants of an object: server-side apply. */
  APPLY("application/apply-patch+yaml");

  private final String contentType;

  PatchType(String contentType) {
    this.contentType = contentType;
  }

  /** As headers name it. */
  public String contentType() {
    return contentType;
  }

  /** By a content type without parameters. */
  public static Optional<PatchType> of(String contentType) {
    for (PatchType type : values()) {
      if (type.contentType.equals(contentType)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }
}
