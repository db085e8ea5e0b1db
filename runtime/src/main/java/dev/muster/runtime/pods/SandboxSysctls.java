package dev.muster.runtime.pods;

import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Kernel settings of a sandbox: only those that belong to namespaces of its own. */
final class SandboxSysctls {
  private static final Pattern NAME = Pattern.compile("[a-z0-9_]+([./][A-Za-z0-9_\\-]+)++");
  private static final int LONGEST_VALUE = 4096;

  private SandboxSysctls() {}

  /** Refuses settings that would change the node. */
  static void check(Map<String, String> asked, NamespaceOption options) throws Refused {
    for (Map.Entry<String, String> each : new TreeMap<>(asked).entrySet()) {
      String name = each.getKey().replace('/', '.');
      if (!NAME.matcher(each.getKey()).matches() || each.getValue().length() > LONGEST_VALUE) {
        throw Refused.invalid("sysctls: \"" + each.getKey() + "\" is not a setting");
      }
      boolean network = name.startsWith("net.");
      boolean ipc =
          name.startsWith("kernel.shm")
              || name.startsWith("kernel.msg")
              || name.equals("kernel.sem")
              || name.startsWith("fs.mqueue.");
      if (!network && !ipc) {
        throw Refused.invalid("sysctls: \"" + each.getKey() + "\" is not separate for each pod");
      }
      NamespaceMode mode = network ? options.getNetwork() : options.getIpc();
      if (mode == NamespaceMode.NODE) {
        throw Refused.invalid(
            "sysctls: \"%s\" would change the node, whose %s namespace is used"
                .formatted(each.getKey(), network ? "network" : "IPC"));
      }
    }
  }

  /** Sets those of the given kind in this thread's namespaces. */
  static void apply(Map<String, String> asked) throws IOException, Refused {
    for (Map.Entry<String, String> each : new TreeMap<>(asked).entrySet()) {
      Path file = Path.of("/proc/sys", each.getKey().replace('.', '/'));
      if (!Files.exists(file)) {
        throw Refused.invalid("sysctls: this kernel has no \"" + each.getKey() + "\"");
      }
      try {
        Files.writeString(file, each.getValue());
      } catch (IOException e) {
        throw Refused.invalid(
            "sysctls: \"%s\" cannot be \"%s\"".formatted(each.getKey(), each.getValue()));
      }
    }
  }
}
