package dev.muster.volumes;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Where a pod's directories lie below the node's root; the kubelet's layout. */
record PodDirectories(Path root, String uid) {
  private static final Pattern UID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  PodDirectories {
    if (!isUid(uid)) {
      throw new IllegalArgumentException("not a pod's uid: \"" + uid + "\"");
    }
  }

  /** Whether a pod can have this uid; other names in the directory are not pods'. */
  static boolean isUid(String name) {
    return UID.matcher(name).matches() && !name.contains("..");
  }

  static Path pods(Path root) {
    return root.resolve("pods");
  }

  Path pod() {
    return pods(root).resolve(uid);
  }

  /** What is made here, in a pod's directory. */
  static final List<String> OWN = List.of("volumes", "plugins", "volume-subpaths");

  Path volume(VolumeType type, String name) {
    return pod().resolve("volumes").resolve(type.directory()).resolve(name);
  }

  /** Made once an empty directory has been set up: it is never set up again. */
  Path ready(VolumeType type, String name) {
    return pod().resolve("plugins").resolve(type.directory()).resolve(name).resolve("ready");
  }

  Path subPath(String volume, String container, int index) {
    return pod()
        .resolve("volume-subpaths")
        .resolve(volume)
        .resolve(container)
        .resolve(Integer.toString(index));
  }
}
