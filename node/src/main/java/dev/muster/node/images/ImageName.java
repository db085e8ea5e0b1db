package dev.muster.node.images;

/**
 * An image as a container names it.
 *
 * @param untagged without tag and digest, otherwise as it was written
 * @param repository the same with registry and all, as registries know it
 * @param full the repository with the tag or digest that is meant
 */
record ImageName(String untagged, String repository, String full) {
  private static final String DEFAULT_REGISTRY = "docker.io";

  static ImageName of(String image) {
    int at = image.indexOf('@');
    String tagged = at < 0 ? image : image.substring(0, at);
    int colon = tagged.indexOf(':', tagged.lastIndexOf('/') + 1);
    String untagged = colon < 0 ? tagged : tagged.substring(0, colon);
    String repository = whole(untagged);
    String version =
        at >= 0 ? image.substring(at) : colon < 0 ? ":latest" : tagged.substring(colon);
    return new ImageName(untagged, repository, repository + version);
  }

  private static String whole(String untagged) {
    int slash = untagged.indexOf('/');
    String first = slash < 0 ? "" : untagged.substring(0, slash);
    if (first.contains(".") || first.contains(":") || first.equals("localhost")) {
      return first.equals("index.docker.io")
          ? DEFAULT_REGISTRY + untagged.substring(slash)
          : untagged;
    }
    return DEFAULT_REGISTRY + "/" + (slash < 0 ? "library/" : "") + untagged;
  }
}
