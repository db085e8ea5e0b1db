package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.ContainerPort;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Container ports, and ports that probes and hooks name. */
final class ContainerPorts {
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final Pattern NAME_CHARACTERS = Pattern.compile("[-a-z0-9]+");
  private static final Pattern LETTER = Pattern.compile("[a-z]");
  private static final int MAX_NAME = 15;
  private static final int MAX_PORT = 65535;

  private ContainerPorts() {}

  static void validate(ViewList<ContainerPort> ports, Errors errors) {
    Set<String> names = new HashSet<>();
    for (ContainerPort port : ports) {
      name(port.name(), names, errors);
      At inside = port.containerPort();
      if (inside.number() == 0) {
        errors.required(inside.path(), "");
      } else {
        number(inside, errors);
      }
      if (port.hostPort().number() != 0) {
        number(port.hostPort(), errors);
      }
      At protocol = port.protocol();
      if (protocol.empty()) {
        errors.required(protocol.path(), "");
      } else if (!PROTOCOLS.contains(protocol.text())) {
        errors.unsupported(protocol, PROTOCOLS);
      }
    }
  }

  private static void name(At name, Set<String> names, Errors errors) {
    if (name.empty()) {
      return;
    }
    List<String> faults = nameFaults(name.text());
    faults.forEach(f -> errors.invalid(name, f));
    if (faults.isEmpty() && !names.add(name.text())) {
      errors.duplicate(name);
    }
  }

  /** A port given by number or by name. */
  static void numberOrName(At port, Errors errors) {
    if (port.node().isTextual()) {
      nameFaults(port.text()).forEach(f -> errors.invalid(port, f));
    } else if (port.number() < 1 || port.number() > MAX_PORT) {
      errors.invalid(port.path(), Long.toString(port.number()), range());
    }
  }

  private static void number(At port, Errors errors) {
    if (port.number() < 1 || port.number() > MAX_PORT) {
      errors.invalid(port, range());
    }
  }

  private static String range() {
    return "must be between 1 and " + MAX_PORT + ", inclusive";
  }

  static List<String> nameFaults(String name) {
    List<String> faults = new ArrayList<>();
    if (name.length() > MAX_NAME) {
      faults.add("must be no more than " + MAX_NAME + " characters");
    }
    if (!NAME_CHARACTERS.matcher(name).matches()) {
      faults.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    }
    if (!LETTER.matcher(name).find()) {
      faults.add("must contain at least one letter (a-z)");
    }
    if (name.contains("--")) {
      faults.add("must not contain consecutive hyphens");
    }
    if (name.startsWith("-") || name.endsWith("-")) {
      faults.add("must not begin or end with a hyphen");
    }
    return faults;
  }

  /** Host ports of containers that run at the same time must differ. */
  static void hostPortConflicts(List<Container> containers, Errors errors) {
    Set<String> taken = new HashSet<>();
    for (Container container : containers) {
      for (ContainerPort port : container.ports()) {
        long number = port.hostPort().number();
        String key = port.protocol().text() + "/" + port.hostIP().text() + "/" + number;
        if (number != 0 && !taken.add(key)) {
          errors.duplicate(port.hostPort().path(), GoText.quote(key));
        }
      }
    }
  }

  /** On the host's network a container's port is the host's port; templates may leave it open. */
  static void hostNetworkMatch(PodSpec spec, boolean isPod, Errors errors) {
    if (!spec.hostNetwork().truth()) {
      return;
    }
    for (Container container : spec.containers()) {
      for (ContainerPort port : container.ports()) {
        long host = port.hostPort().number();
        if ((isPod || host != 0) && host != port.containerPort().number()) {
          Path at = port.hostPort().path();
          errors.invalid(
              at, Long.toString(host), "must match `containerPort` when `hostNetwork` is true");
        }
      }
    }
  }
}
