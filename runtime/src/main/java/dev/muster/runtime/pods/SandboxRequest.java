package dev.muster.runtime.pods;

import dev.muster.cri.v1.IDMapping;
import dev.muster.cri.v1.NamespaceMode;
import dev.muster.cri.v1.NamespaceOption;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.PodSandboxMetadata;
import dev.muster.cri.v1.PortMapping;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.cri.v1.WindowsSandboxSecurityContext;
import dev.muster.runtime.oci.WindowsRequest;
import dev.muster.runtime.refusal.Refused;
import java.util.List;
import java.util.regex.Pattern;

/** What a request for a sandbox must satisfy before anything is made. */
final class SandboxRequest {
  private static final Pattern HOSTNAME = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.\\-]{0,63})");
  private static final int LONGEST_HOSTNAME = 64;
  private static final int LONGEST_NAME = 253;

  private SandboxRequest() {}

  static void check(PodSandboxConfig config) throws Refused {
    PodSandboxMetadata metadata = config.getMetadata();
    name("metadata.name", metadata.getName());
    name("metadata.namespace", metadata.getNamespace());
    name("metadata.uid", metadata.getUid());
    String hostname = config.getHostname();
    if (!hostname.isEmpty()
        && (hostname.length() > LONGEST_HOSTNAME || !HOSTNAME.matcher(hostname).matches())) {
      throw Refused.invalid(
          "hostname: \"" + hostname + "\" is not a host name of at most 64 characters");
    }
    String logs = config.getLogDirectory();
    if (!logs.isEmpty() && !logs.startsWith("/")) {
      throw Refused.invalid("log_directory: \"" + logs + "\" is not an absolute path");
    }
    PodFiles.check(config.getDnsConfig());
    for (PortMapping each : config.getPortMappingsList()) {
      port("container_port", each.getContainerPort());
      port("host_port", each.getHostPort());
    }
    NamespaceOption options = config.getLinux().getSecurityContext().getNamespaceOptions();
    mode("network", options.getNetwork());
    mode("ipc", options.getIpc());
    if (options.getPid() == NamespaceMode.TARGET
        || options.getPid() == NamespaceMode.UNRECOGNIZED) {
      throw Refused.invalid("namespace_options.pid: " + options.getPid() + " is not for a sandbox");
    }
    users(options);
    WindowsSandboxSecurityContext windows = config.getWindows().getSecurityContext();
    WindowsRequest.credentials(
        "windows.security_context.credential_spec", windows.getCredentialSpec());
    WindowsRequest.user("windows.security_context.run_as_username", windows.getRunAsUsername());
    SandboxSysctls.check(config.getLinux().getSysctlsMap(), options);
  }

  private static void users(NamespaceOption options) throws Refused {
    UserNamespace users = options.getUsernsOptions();
    if (!options.hasUsernsOptions() || users.getMode() == NamespaceMode.NODE) {
      if (users.getUidsCount() + users.getGidsCount() > 0) {
        throw Refused.invalid("userns_options: mappings given for the node's user namespace");
      }
      return;
    }
    if (users.getMode() != NamespaceMode.POD) {
      throw Refused.invalid("userns_options: mode " + users.getMode() + " is not supported");
    }
    mapping("uids", users.getUidsList());
    mapping("gids", users.getGidsList());
    if (!users.getUidsList().equals(users.getGidsList())) {
      throw Refused.invalid("userns_options: uids and gids are mapped differently");
    }
    if (options.getNetwork() == NamespaceMode.NODE
        || options.getIpc() == NamespaceMode.NODE
        || options.getPid() == NamespaceMode.NODE) {
      throw Refused.invalid("userns_options: not together with namespaces of the node");
    }
  }

  private static void mapping(String field, List<IDMapping> mappings) throws Refused {
    if (mappings.size() != 1) {
      throw Refused.invalid("userns_options." + field + ": exactly one mapping is supported");
    }
    IDMapping only = mappings.getFirst();
    long end = (only.getHostId() & 0xffffffffL) + (only.getLength() & 0xffffffffL);
    if (only.getLength() == 0 || end > 0xffffffffL) {
      throw Refused.invalid("userns_options." + field + ": the range is empty or too long");
    }
    if (only.getContainerId() != 0) {
      throw Refused.invalid("userns_options." + field + ": the mapping must begin at 0 inside");
    }
  }

  static void name(String field, String value) throws Refused {
    if (value.isEmpty()) {
      throw Refused.invalid(field + ": required");
    }
    if (value.length() > LONGEST_NAME || value.chars().anyMatch(c -> c < ' ' || c == '/')) {
      throw Refused.invalid(field + ": not a name of at most " + LONGEST_NAME + " characters");
    }
  }

  private static void mode(String field, NamespaceMode mode) throws Refused {
    if (mode != NamespaceMode.POD && mode != NamespaceMode.NODE) {
      throw Refused.invalid("namespace_options." + field + ": must be POD or NODE");
    }
  }

  private static void port(String field, int port) throws Refused {
    if (port < 0 || port > 65535) {
      throw Refused.invalid("port_mappings." + field + ": " + port + " is not a port");
    }
  }
}
