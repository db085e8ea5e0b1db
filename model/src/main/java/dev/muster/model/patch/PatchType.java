package dev.muster.model.patch;

import java.util.Optional;

/** The kinds of patches, by their content types. */
public enum PatchType {
  JSON("application/json-patch+json"),
  MERGE("application/merge-patch+json"),
  STRATEGIC("application/strategic-merge-patch+json"),
  APPLY("application/apply-patch+yaml");

  private final String contentType;

  PatchType(String contentType) {
    this.contentType = contentType;
  }

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
