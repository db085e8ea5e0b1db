package dev.muster.volumes;

/**
 * A file before the volume's rules of ownership.
 *
 * @param user who owns it, as the spec says; {@link #NO_UID} leaves that to those rules
 * @param defaultOwner who owns it if neither says
 */
record ProjectedFile(Content content, int mode, int user, int defaultOwner) {
  static final int NO_UID = -1;

  ProjectedFile(Content content, int mode, int user) {
    this(content, mode, user, 0);
  }
}
