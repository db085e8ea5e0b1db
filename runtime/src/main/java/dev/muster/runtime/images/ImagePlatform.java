package dev.muster.runtime.images;

import com.fasterxml.jackson.databind.JsonNode;

/** What an image runs on, in the words that indexes use. */
public record ImagePlatform(String os, String architecture) {
  /** This machine. */
  public static final ImagePlatform HOST =
      new ImagePlatform("linux", architectureOf(System.getProperty("os.arch", "")));

  private static String architectureOf(String java) {
    return switch (java) {
      case "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      default -> java;
    };
  }

  /** Whether an entry of an index is for this platform. */
  boolean matches(JsonNode platform) {
    return platform.path("os").asText().equals(os)
        && platform.path("architecture").asText().equals(architecture);
  }

  @Override
  public String toString() {
    return os + "/" + architecture;
  }
}
