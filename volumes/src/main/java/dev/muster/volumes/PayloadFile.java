package dev.muster.volumes;

/** A file as it shall lie in the volume: exactly these bits and owners. */
record PayloadFile(Content content, int mode, int uid, int gid) {}
