package dev.muster.runtime.images;

import dev.muster.base.go.GoText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A name of an image, complete: {@code busybox} is {@code docker.io/library/busybox:latest}. At
 * least one of tag and digest is set.
 */
public record ImageReference(
    String registry, String repository, @Nullable String tag, @Nullable Digest digest) {
  private static final Pattern REGISTRY =
      Pattern.compile("(?:[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\\[[0-9a-fA-F:]{2,39}])(?::[0-9]{1,5})?");
  private static final Pattern REPOSITORY =
      Pattern.compile(
          "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*(?:/[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*)*");
  private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");
  private static final int MAX = 1024;

  /** Reads a name as people write it. */
  public static ImageReference parse(String text) throws ImageException {
    if (text.length() > MAX) {
      throw new ImageException("image name " + GoText.brief(text) + " is longer than " + MAX);
    }
    String name = text;
    Digest digest = null;
    int at = name.indexOf('@');
    if (at >= 0) {
      digest = Digest.parse(name.substring(at + 1));
      name = name.substring(0, at);
    }
    String tag = null;
    int colon = name.lastIndexOf(':');
    if (colon > name.lastIndexOf('/') && colon >= 0) {
      tag = name.substring(colon + 1);
      name = name.substring(0, colon);
    }
    int slash = name.indexOf('/');
    String first = slash < 0 ? "" : name.substring(0, slash);
    boolean host = first.contains(".") || first.contains(":") || first.equals("localhost");
    String registry = host ? first : "docker.io";
    String repository = host ? name.substring(slash + 1) : name;
    if (registry.equals("index.docker.io")) {
      registry = "docker.io";
    }
    if (registry.equals("docker.io") && !repository.contains("/")) {
      repository = "library/" + repository;
    }
    Matcher hostMatch = REGISTRY.matcher(registry);
    if (!hostMatch.matches()
        || repository.length() > 255
        || !REPOSITORY.matcher(repository).matches()
        || tag != null && !TAG.matcher(tag).matches()) {
      throw new ImageException(
          "image name "
              + GoText.brief(text)
              + " is not of the form [registry/]name[:tag][@digest]");
    }
    return new ImageReference(
        registry, repository, tag == null && digest == null ? "latest" : tag, digest);
  }

  /** Registry and repository. */
  public String name() {
    return registry + "/" + repository;
  }

  /** The name with its tag, or empty when it has only a digest. */
  public String tagged() {
    return tag == null ? "" : name() + ":" + tag;
  }

  /** The name with a digest. */
  String at(Digest manifest) {
    return name() + "@" + manifest;
  }

  /** What the registry is asked for: the digest where there is one. */
  String wanted() {
    return digest != null ? digest.text() : tag == null ? "latest" : tag;
  }

  @Override
  public String toString() {
    return name() + (tag == null ? "" : ":" + tag) + (digest == null ? "" : "@" + digest);
  }
}
