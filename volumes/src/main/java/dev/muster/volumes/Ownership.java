package dev.muster.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Pod;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whose the files of a volume are. By default as Kubernetes does: root's, or with an fsGroup that
 * group's, which may then read every file whatever its mode says. Two annotations of the pod, each
 * for one volume, ask for more: {@code exact-mode.volumes.muster.dev/NAME: "true"} keeps the modes
 * as they were asked for, {@code file-owner.volumes.muster.dev/NAME: "UID[:GID]"} sets the owner of
 * those for which the spec names none.
 */
record Ownership(int fsGroup, boolean exactMode, int uid, int gid) {
  static final int NONE = -1;
  private static final int PERMISSIONS = 0777;
  private static final int GROUP_READS = 0440;
  private static final int DIRECTORY = 0755;
  private static final int SET_GID = 02000;
  private static final String EXACT = "exact-mode.volumes.muster.dev/";
  private static final String OWNER = "file-owner.volumes.muster.dev/";
  private static final Pattern IDS = Pattern.compile("(\\d{1,10})(?::(\\d{1,10}))?");

  static Ownership of(Pod pod, String volume) throws VolumeException {
    At annotations = pod.metadata().annotations();
    String owner = annotations.text(OWNER + volume);
    int uid = NONE;
    int gid = NONE;
    if (!owner.isEmpty()) {
      Matcher ids = IDS.matcher(owner);
      if (!ids.matches()) {
        throw wrong(OWNER + volume, owner, "a uid, or a uid and a gid like 1000:1000");
      }
      uid = id(OWNER + volume, owner, ids.group(1));
      gid = ids.group(2) == null ? NONE : id(OWNER + volume, owner, ids.group(2));
    }
    return new Ownership(fsGroup(pod), exact(annotations, EXACT + volume), uid, gid);
  }

  static int fsGroup(Pod pod) {
    At group = pod.spec().securityContext().fsGroup();
    return group.present() ? (int) group.number() : NONE;
  }

  private static boolean exact(At annotations, String key) throws VolumeException {
    String value = annotations.has(key) ? annotations.text(key) : "false";
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(key, value, "\"true\" or \"false\"");
    };
  }

  private static int id(String key, String value, String digits) throws VolumeException {
    long id = Long.parseLong(digits);
    if (id > Integer.MAX_VALUE) {
      throw wrong(key, value, "ids between 0 and 2147483647");
    }
    return (int) id;
  }

  private static VolumeException wrong(String key, String value, String expected) {
    return new VolumeException(
        "annotation " + key + ": " + GoText.quote(value) + " is not " + expected);
  }

  PayloadFile own(ProjectedFile file) {
    int bits = file.mode() & PERMISSIONS;
    return new PayloadFile(
        file.content(),
        fsGroup == NONE || exactMode ? bits : bits | GROUP_READS,
        file.user() != ProjectedFile.NO_UID ? file.user() : uid != NONE ? uid : file.defaultOwner(),
        gid != NONE ? gid : group());
  }

  /** The group of what is not a payload's file: directories and links. */
  int group() {
    return Math.max(0, fsGroup);
  }

  int directoryMode() {
    return fsGroup == NONE ? DIRECTORY : DIRECTORY | SET_GID;
  }

  /** The bits of the volume's own directory, made with {@code mode}. */
  int rootMode(int mode) {
    return fsGroup == NONE ? mode : mode | SET_GID | 0550;
  }
}
