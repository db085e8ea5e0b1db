package dev.muster.runtime.oci;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.Mount;
import dev.muster.runtime.refusal.Refused;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The mounts of a container: the usual ones, then the request's from the outermost inwards. A mount
 * of the request replaces a usual one at the same place.
 */
final class MountSpecs {
  private final ContainerPlan plan;
  private final Map<String, ObjectNode> mounts = new LinkedHashMap<>();
  private String propagation = "";

  MountSpecs(ContainerPlan plan) throws Refused {
    this.plan = plan;
    defaults();
    List<Mount> asked = new ArrayList<>(plan.config().getMountsList());
    asked.sort((a, b) -> Long.compare(depth(a), depth(b)));
    for (Mount each : asked) {
      add(each);
    }
  }

  ArrayNode all() {
    ArrayNode array = LinuxSpec.JSON.createArrayNode();
    mounts.values().forEach(array::add);
    return array;
  }

  /** How mounts below the root must propagate for the request's to work; empty for the usual. */
  String propagation() {
    return propagation;
  }

  private void defaults() throws Refused {
    boolean privileged = plan.privileged();
    String access = privileged ? "rw" : "ro";
    put("/proc", "proc", "proc", "nosuid", "noexec", "nodev");
    put("/dev", "tmpfs", "tmpfs", "nosuid", "strictatime", "mode=755", "size=65536k");
    put(
        "/dev/pts",
        "devpts",
        "devpts",
        "nosuid",
        "noexec",
        "newinstance",
        "ptmxmode=0666",
        "mode=0620",
        "gid=5");
    put("/dev/mqueue", "mqueue", "mqueue", "nosuid", "noexec", "nodev");
    if (plan.pod().users().isPresent() && plan.pod().network().isEmpty()) {
      put("/sys", "bind", "/sys", "rbind", "nosuid", "noexec", "nodev", "ro");
    } else {
      put("/sys", "sysfs", "sysfs", "nosuid", "noexec", "nodev", access);
      put("/sys/fs/cgroup", "cgroup", "cgroup", "nosuid", "noexec", "nodev", "relatime", access);
    }
    put("/dev/shm", "bind", plan.pod().shm().toString(), "rbind", "rprivate");
    String files = plan.config().getLinux().getSecurityContext().getReadonlyRootfs() ? "ro" : "rw";
    for (String name : List.of("hostname", "hosts", "resolv.conf")) {
      Path source = plan.pod().files().resolve(name);
      if (plan.files().has(source)) {
        List<String> options = new ArrayList<>(List.of("rbind", "rprivate", files));
        keepLocked(source, options);
        put("/etc/" + name, "bind", source.toString(), options.toArray(String[]::new));
      }
    }
  }

  private void add(Mount asked) throws Refused {
    String target = clean(asked.getContainerPath());
    if (asked.getUidMappingsCount() + asked.getGidMappingsCount() > 0
        && plan.pod().users().isEmpty()) {
      throw Refused.invalid("mounts: id mappings of \"" + target + "\" without a user namespace");
    }
    List<String> options = new ArrayList<>();
    options.add("rbind");
    Path source;
    if (asked.hasImage() && !asked.getImage().getImage().isEmpty()) {
      source = plan.imageMounts().getOrDefault(asked.getContainerPath(), Path.of("/nonexistent"));
      options.add("rprivate");
      options.add("ro");
    } else {
      source = source(asked);
      options.add(propagation(asked, source));
      options.add(readOnly(asked));
    }
    keepLocked(source, options);
    mounts.remove(target);
    put(target, "bind", source.toString(), options.toArray(String[]::new));
  }

  /**
   * A mount that is made read-only stays as restricted as its source is: the kernel would forget
   * nosuid and its like, or refuse to in a user namespace.
   */
  private void keepLocked(Path source, List<String> options) throws Refused {
    if (options.contains("ro") || options.contains("rro")) {
      options.addAll(plan.files().locked(source));
    }
  }

  private static String readOnly(Mount asked) throws Refused {
    if (!asked.getRecursiveReadOnly()) {
      return asked.getReadonly() ? "ro" : "rw";
    }
    if (!asked.getReadonly()) {
      throw Refused.invalid("mounts: recursive_read_only without readonly");
    }
    return switch (asked.getPropagation()) {
      case PROPAGATION_PRIVATE -> "rro";
      case PROPAGATION_BIDIRECTIONAL, PROPAGATION_HOST_TO_CONTAINER, UNRECOGNIZED ->
          throw Refused.invalid("mounts: recursive_read_only needs PROPAGATION_PRIVATE");
    };
  }

  private String propagation(Mount asked, Path source) throws Refused {
    return switch (asked.getPropagation()) {
      case PROPAGATION_PRIVATE -> "rprivate";
      case PROPAGATION_HOST_TO_CONTAINER -> {
        SharedMounts.require(source, true);
        if (propagation.isEmpty()) {
          propagation = "rslave";
        }
        yield "rslave";
      }
      case PROPAGATION_BIDIRECTIONAL -> {
        SharedMounts.require(source, false);
        propagation = "rshared";
        yield "rshared";
      }
      case UNRECOGNIZED -> throw Refused.invalid("mounts: unknown propagation");
    };
  }

  private Path source(Mount asked) throws Refused {
    String text = asked.getHostPath();
    if (!text.startsWith("/") || text.indexOf('\0') >= 0) {
      throw Refused.invalid("mounts: host_path \"" + text + "\" is not an absolute path");
    }
    return plan.files().source(text);
  }

  private static String clean(String target) throws Refused {
    if (target.isEmpty() || target.indexOf('\0') >= 0) {
      throw Refused.invalid("mounts: container_path \"" + target + "\" is not a path");
    }
    String path = Path.of("/").resolve(target).normalize().toString();
    if (path.equals("/")) {
      throw Refused.invalid("mounts: container_path \"" + target + "\" is the root");
    }
    return path;
  }

  private static long depth(Mount mount) {
    return mount.getContainerPath().chars().filter(c -> c == '/').count();
  }

  private void put(String target, String type, String source, String... options) {
    ObjectNode mount = LinuxSpec.JSON.createObjectNode();
    mount.put("destination", target).put("type", type).put("source", source);
    ArrayNode array = mount.putArray("options");
    for (String each : options) {
      array.add(each);
    }
    mounts.put(target, mount);
  }
}
