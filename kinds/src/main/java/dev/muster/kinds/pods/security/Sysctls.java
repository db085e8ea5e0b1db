package dev.muster.kinds.pods.security;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.Sysctl;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Kernel parameters that a pod asks for; none that would be the host's. */
final class Sysctls {
  private static final int MAX_NAME = 253;
  private static final String SEGMENT = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
  private static final String NAME = "^(" + SEGMENT + "[\\./])*" + SEGMENT + "$";
  private static final Pattern NAME_PATTERN = Pattern.compile(NAME);
  private static final List<String> IPC = List.of("kernel.shm", "kernel.msg", "fs.mqueue.");

  private Sysctls() {}

  static void validate(PodSpec spec, Errors errors) {
    Set<String> names = new HashSet<>();
    for (Sysctl sysctl : spec.securityContext().sysctls()) {
      At name = sysctl.name();
      String text = name.text();
      if (text.isEmpty()) {
        errors.required(name.path(), "");
      } else if (text.length() > MAX_NAME || !NAME_PATTERN.matcher(text).matches()) {
        errors.invalid(
            name, "must have at most " + MAX_NAME + " characters and match regex " + NAME);
      } else if (names.contains(text)) {
        errors.duplicate(name);
      }
      names.add(text);
      String dotted = dotted(text);
      if (spec.hostNetwork().truth() && dotted.startsWith("net.")) {
        errors.invalid(name, "may not be specified when 'hostNetwork' is true");
      } else if (spec.hostIPC().truth() && isIpc(dotted)) {
        errors.invalid(name, "may not be specified when 'hostIPC' is true");
      }
    }
  }

  private static boolean isIpc(String name) {
    return name.equals("kernel.sem") || IPC.stream().anyMatch(name::startsWith);
  }

  /** Names may be written with slashes; then dots are part of a segment. */
  private static String dotted(String name) {
    int dot = name.indexOf('.');
    int slash = name.indexOf('/');
    if (slash < 0 || (dot >= 0 && dot < slash)) {
      return name;
    }
    StringBuilder out = new StringBuilder(name.length());
    name.chars().forEach(c -> out.append(c == '/' ? '.' : c == '.' ? '/' : (char) c));
    return out.toString();
  }
}
