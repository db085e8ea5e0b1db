package dev.muster.identity;

/** Where a number came from: the kind of place, and a phrase that points at it. */
public record Provenance(Source source, String detail) {

  /** The kinds of places an id can come from. */
  public enum Source {
    /** The container's security context. */
    CONTAINER,
    /** The pod's security context. */
    POD,
    /** The pod's {@code fsGroup}. */
    FS_GROUP,
    /** A CRI request, whose sender decided. */
    REQUEST,
    /** The image configuration's {@code User}. */
    IMAGE_USER,
    /** A line of the image's {@code /etc/passwd}. */
    IMAGE_PASSWD,
    /** A line of the image's {@code /etc/group}. */
    IMAGE_GROUP,
    /** Nobody said anything: root. */
    RUNTIME_DEFAULT
  }

  @Override
  public String toString() {
    return detail;
  }
}
