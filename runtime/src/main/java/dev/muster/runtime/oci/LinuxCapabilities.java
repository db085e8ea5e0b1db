package dev.muster.runtime.oci;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.Capability;
import dev.muster.runtime.refusal.Refused;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The capabilities a process gets: a usual set, changed by what the request adds and drops. */
record LinuxCapabilities(Set<String> granted, Set<String> ambient) {
  /** By bit, the first being bit 0. */
  private static final List<String> NAMES =
      List.of(
          "CHOWN",
          "DAC_OVERRIDE",
          "DAC_READ_SEARCH",
          "FOWNER",
          "FSETID",
          "KILL",
          "SETGID",
          "SETUID",
          "SETPCAP",
          "LINUX_IMMUTABLE",
          "NET_BIND_SERVICE",
          "NET_BROADCAST",
          "NET_ADMIN",
          "NET_RAW",
          "IPC_LOCK",
          "IPC_OWNER",
          "SYS_MODULE",
          "SYS_RAWIO",
          "SYS_CHROOT",
          "SYS_PTRACE",
          "SYS_PACCT",
          "SYS_ADMIN",
          "SYS_BOOT",
          "SYS_NICE",
          "SYS_RESOURCE",
          "SYS_TIME",
          "SYS_TTY_CONFIG",
          "MKNOD",
          "LEASE",
          "AUDIT_WRITE",
          "AUDIT_CONTROL",
          "SETFCAP",
          "MAC_OVERRIDE",
          "MAC_ADMIN",
          "SYSLOG",
          "WAKE_ALARM",
          "BLOCK_SUSPEND",
          "AUDIT_READ",
          "PERFMON",
          "BPF",
          "CHECKPOINT_RESTORE");

  private static final Set<String> USUAL =
      Set.of(
          "CHOWN",
          "DAC_OVERRIDE",
          "FSETID",
          "FOWNER",
          "MKNOD",
          "NET_RAW",
          "SETGID",
          "SETUID",
          "SETFCAP",
          "SETPCAP",
          "NET_BIND_SERVICE",
          "SYS_CHROOT",
          "KILL",
          "AUDIT_WRITE");

  LinuxCapabilities {
    granted = Set.copyOf(granted);
    ambient = Set.copyOf(ambient);
  }

  /**
   * Joins the usual set with a request. Drops count after adds, except where one of them is ALL:
   * then the other one makes the exceptions.
   *
   * @param held what this process itself may pass on, as a mask
   */
  static LinuxCapabilities of(Capability request, boolean privileged, long held) throws Refused {
    if (privileged) {
      return new LinuxCapabilities(all(held), Set.of());
    }
    Set<String> added = names(request.getAddCapabilitiesList(), "add_capabilities");
    Set<String> dropped = names(request.getDropCapabilitiesList(), "drop_capabilities");
    Set<String> ambient =
        names(request.getAddAmbientCapabilitiesList(), "add_ambient_capabilities");
    Set<String> granted = new TreeSet<>(USUAL);
    if (added.contains("ALL")) {
      granted.addAll(all(held));
    }
    if (dropped.contains("ALL")) {
      granted.clear();
    }
    added.remove("ALL");
    granted.addAll(added);
    granted.removeAll(dropped);
    if (ambient.remove("ALL")) {
      ambient.addAll(all(held));
    }
    granted.addAll(ambient);
    for (String name : granted) {
      if (!USUAL.contains(name) && (held >> NAMES.indexOf(name) & 1) == 0) {
        throw Refused.invalid("capability \"" + name + "\": the runtime itself does not have it");
      }
    }
    return new LinuxCapabilities(granted, ambient);
  }

  boolean has(String name) {
    return granted.contains(name);
  }

  void write(ObjectNode process) {
    ObjectNode sets = process.putObject("capabilities");
    for (String kind : List.of("bounding", "effective", "permitted")) {
      write(sets.putArray(kind), granted);
    }
    if (!ambient.isEmpty()) {
      write(sets.putArray("inheritable"), ambient);
      write(sets.putArray("ambient"), ambient);
    }
  }

  private static void write(ArrayNode array, Set<String> names) {
    new TreeSet<>(names).forEach(name -> array.add("CAP_" + name));
  }

  private static Set<String> all(long held) {
    Set<String> all = new TreeSet<>();
    for (int bit = 0; bit < NAMES.size(); bit++) {
      if ((held >> bit & 1) != 0) {
        all.add(NAMES.get(bit));
      }
    }
    return all;
  }

  private static Set<String> names(Collection<String> given, String field) throws Refused {
    Set<String> names = new TreeSet<>();
    for (String each : given) {
      String name = each.toUpperCase(Locale.ROOT);
      name = name.startsWith("CAP_") ? name.substring("CAP_".length()) : name;
      if (!name.equals("ALL") && !NAMES.contains(name)) {
        throw Refused.invalid(field + ": unknown capability \"" + each + "\"");
      }
      names.add(name);
    }
    return names;
  }
}
