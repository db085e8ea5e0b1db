package dev.muster.runtime.oci;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.Device;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Device nodes, and the cgroup's word on who may open which. */
final class DeviceSpecs {
  private static final Pattern PERMISSIONS = Pattern.compile("[rwm]{1,3}");
  private static final int TYPE = 0170000;
  private static final int CHARACTER = 0020000;
  private static final int BLOCK = 0060000;

  private final ArrayNode nodes;
  private final ArrayNode rules;

  private DeviceSpecs(ArrayNode nodes, ArrayNode rules) {
    this.nodes = nodes;
    this.rules = rules;
  }

  static void write(ObjectNode linux, ObjectNode resources, ContainerPlan plan) throws Refused {
    DeviceSpecs specs = new DeviceSpecs(linux.putArray("devices"), resources.putArray("devices"));
    specs.rules.addObject().put("allow", plan.privileged()).put("access", "rwm");
    if (plan.config().getCDIDevicesCount() > 0) {
      throw Refused.invalid(
          "CDI_devices: \""
              + plan.config().getCDIDevices(0).getName()
              + "\": no CDI devices are configured on this node");
    }
    if (plan.privileged()) {
      specs.everything(plan);
      return;
    }
    for (Device each : plan.config().getDevicesList()) {
      specs.add(each);
    }
  }

  private void everything(ContainerPlan plan) throws Refused {
    if (plan.pod().users().isPresent()) {
      return;
    }
    tree(Path.of("/dev"), Path.of("/dev"), "", List.of("pts", "shm", "mqueue", "fd"));
    rules.removeAll();
    rules.addObject().put("allow", true).put("access", "rwm");
  }

  private void add(Device asked) throws Refused {
    if (!PERMISSIONS.matcher(asked.getPermissions()).matches()) {
      throw Refused.invalid(
          "devices: permissions \"" + asked.getPermissions() + "\" are not of r, w, m");
    }
    if (!asked.getHostPath().startsWith("/") || !asked.getContainerPath().startsWith("/")) {
      throw Refused.invalid("devices: \"" + asked.getHostPath() + "\" is not an absolute path");
    }
    try {
      Path source = Path.of(asked.getHostPath()).toRealPath();
      Path target = Path.of(asked.getContainerPath());
      if (Files.isDirectory(source)) {
        tree(source, target, asked.getPermissions(), List.of());
      } else if (!node(source, target, asked.getPermissions())) {
        throw Refused.invalid("devices: \"" + asked.getHostPath() + "\" is not a device");
      }
    } catch (IOException e) {
      throw Refused.invalid("devices: no \"" + asked.getHostPath() + "\" on this node");
    }
  }

  private void tree(Path source, Path target, String permissions, List<String> without)
      throws Refused {
    try (Stream<Path> found = Files.list(source)) {
      for (Path each : found.sorted().toList()) {
        String name = each.getFileName().toString();
        if (Files.isSymbolicLink(each) || without.contains(name)) {
          continue;
        }
        if (Files.isDirectory(each)) {
          tree(each, target.resolve(name), permissions, List.of());
        } else {
          node(each, target.resolve(name), permissions);
        }
      }
    } catch (IOException e) {
      throw Refused.failed("devices: \"" + source + "\" cannot be listed: " + e.getMessage());
    }
  }

  private boolean node(Path source, Path target, String permissions) throws IOException {
    Map<String, Object> file = Files.readAttributes(source, "unix:mode,rdev,uid,gid");
    int mode = number(file, "mode");
    if ((mode & TYPE) != CHARACTER && (mode & TYPE) != BLOCK) {
      return false;
    }
    long device = Objects.requireNonNull((Long) file.get("rdev"));
    long major = (device >> 8 & 0xfff) | (device >> 32 & ~0xfffL);
    long minor = (device & 0xff) | (device >> 12 & ~0xffL);
    String type = (mode & TYPE) == BLOCK ? "b" : "c";
    nodes
        .addObject()
        .put("path", target.toString())
        .put("type", type)
        .put("major", major)
        .put("minor", minor)
        .put("fileMode", mode & 07777)
        .put("uid", number(file, "uid"))
        .put("gid", number(file, "gid"));
    if (!permissions.isEmpty()) {
      rules
          .addObject()
          .put("allow", true)
          .put("type", type)
          .put("major", major)
          .put("minor", minor)
          .put("access", permissions);
    }
    return true;
  }

  private static int number(Map<String, Object> file, String name) {
    return Objects.requireNonNull((Integer) file.get(name));
  }
}
