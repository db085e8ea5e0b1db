package dev.muster.model.scheme;

import java.util.List;

/**
 * A part of an object, or something to do with it, under its own path.
 *
 * @param name the path segment
 * @param group of the kind it speaks, when that differs from its parent's; else empty
 * @param version as {@code group}
 * @param kind the kind it speaks
 */
public record Subresource(
    String name, String group, String version, String kind, List<String> verbs) {

  static final List<String> READ_WRITE = List.of("get", "patch", "update");

  static Subresource status(String kind) {
    return new Subresource("status", "", "", kind, READ_WRITE);
  }

  static Subresource scale() {
    return new Subresource("scale", "autoscaling", "v1", "Scale", READ_WRITE);
  }
}
