package dev.muster.volumes;

/** A file before the volume's rules of ownership: a uid of -1 leaves the owner to them. */
record ProjectedFile(Content content, int mode, int uid) {
  static final int NO_UID = -1;

  ProjectedFile(Content content, int mode) {
    this(content, mode, NO_UID);
  }
}
