package dev.muster.runtime.oci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.LinuxContainerSecurityContext;
import dev.muster.cri.v1.SecurityProfile;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Seccomp profiles. The default one allows what the table {@code seccomp.txt} lists: always, or
 * with a capability; everything else fails with EPERM.
 */
final class SeccompProfiles {
  private static final long MAX_PROFILE_BYTES = 1024 * 1024;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, List<String>> TABLE = table();

  /** Flags of clone(2) that make namespaces. */
  private static final long NAMESPACE_FLAGS = 0x7E020000L;

  private static final int AF_VSOCK = 40;
  private static final int ENOSYS = 38;

  private SeccompProfiles() {}

  /** Writes the profile of a request; nothing for an unconfined one, or where none is named. */
  static void write(
      ObjectNode linux, LinuxContainerSecurityContext context, LinuxCapabilities capabilities)
      throws Refused {
    SecurityProfile profile = context.getSeccomp();
    String oldSpelling = context.getSeccompProfilePath();
    if (!context.hasSeccomp() && oldSpelling.isEmpty()) {
      return;
    }
    switch (kind(profile, oldSpelling)) {
      case RuntimeDefault -> linux.set("seccomp", standard(capabilities));
      case Localhost -> linux.set("seccomp", local(reference(profile, oldSpelling)));
      case Unconfined, UNRECOGNIZED -> {}
    }
  }

  private static SecurityProfile.ProfileType kind(SecurityProfile profile, String oldSpelling)
      throws Refused {
    if (profile.getProfileType() == SecurityProfile.ProfileType.UNRECOGNIZED) {
      throw Refused.invalid("seccomp: unknown profile type");
    }
    if (!profile.equals(SecurityProfile.getDefaultInstance()) || oldSpelling.isEmpty()) {
      return profile.getProfileType();
    }
    return switch (oldSpelling) {
      case "unconfined" -> SecurityProfile.ProfileType.Unconfined;
      case "runtime/default", "docker/default" -> SecurityProfile.ProfileType.RuntimeDefault;
      default -> SecurityProfile.ProfileType.Localhost;
    };
  }

  private static String reference(SecurityProfile profile, String oldSpelling) {
    String reference =
        profile.getLocalhostRef().isEmpty() ? oldSpelling : profile.getLocalhostRef();
    return reference.startsWith("localhost/")
        ? reference.substring("localhost/".length())
        : reference;
  }

  private static JsonNode local(String file) throws Refused {
    Path path = Path.of(file);
    if (!path.isAbsolute()) {
      throw Refused.invalid("seccomp: \"" + file + "\" is not an absolute path");
    }
    try {
      if (!Files.isRegularFile(path) || Files.size(path) > MAX_PROFILE_BYTES) {
        throw Refused.invalid("seccomp: no profile at \"" + file + "\"");
      }
      JsonNode profile = JSON.readTree(path.toFile());
      if (!profile.isObject() || !profile.hasNonNull("defaultAction")) {
        throw Refused.invalid("seccomp: \"" + file + "\" is not a profile: no defaultAction");
      }
      return profile;
    } catch (IOException e) {
      throw Refused.invalid("seccomp: \"" + file + "\" cannot be read: " + e.getMessage());
    }
  }

  private static ObjectNode standard(LinuxCapabilities capabilities) {
    ObjectNode profile = JSON.createObjectNode();
    profile.put("defaultAction", "SCMP_ACT_ERRNO").put("defaultErrnoRet", 1);
    ArrayNode architectures = profile.putArray("architectures");
    if (System.getProperty("os.arch", "").equals("aarch64")) {
      architectures.add("SCMP_ARCH_AARCH64").add("SCMP_ARCH_ARM");
    } else {
      architectures.add("SCMP_ARCH_X86_64").add("SCMP_ARCH_X86").add("SCMP_ARCH_X32");
    }
    ArrayNode rules = profile.putArray("syscalls");
    TABLE.forEach(
        (condition, names) -> {
          if (condition.equals("always") || capabilities.has(condition)) {
            allow(rules, names);
          }
        });
    condition(allow(rules, List.of("socket")), "SCMP_CMP_NE", AF_VSOCK, 0);
    for (long personality : new long[] {0, 8, 0x20000, 0x20008, 0xffffffffL}) {
      condition(allow(rules, List.of("personality")), "SCMP_CMP_EQ", personality, 0);
    }
    if (!capabilities.has("SYS_ADMIN")) {
      condition(allow(rules, List.of("clone")), "SCMP_CMP_MASKED_EQ", NAMESPACE_FLAGS, 0);
      rules
          .addObject()
          .put("action", "SCMP_ACT_ERRNO")
          .put("errnoRet", ENOSYS)
          .putArray("names")
          .add("clone3");
    }
    return profile;
  }

  private static ObjectNode allow(ArrayNode rules, List<String> names) {
    ObjectNode rule = rules.addObject();
    ArrayNode array = rule.putArray("names");
    names.forEach(array::add);
    return rule.put("action", "SCMP_ACT_ALLOW");
  }

  private static void condition(ObjectNode rule, String operator, long value, long second) {
    rule.putArray("args")
        .addObject()
        .put("index", 0)
        .put("value", value)
        .put("valueTwo", second)
        .put("op", operator);
  }

  private static Map<String, List<String>> table() {
    try (InputStream in =
        Objects.requireNonNull(SeccompProfiles.class.getResourceAsStream("seccomp.txt"))) {
      Map<String, List<String>> table = new LinkedHashMap<>();
      String condition = "";
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (line.startsWith("#") || line.isBlank()) {
          continue;
        }
        if (line.endsWith(":")) {
          condition = line.substring(0, line.length() - 1);
        } else {
          table
              .computeIfAbsent(condition, k -> new ArrayList<>())
              .addAll(List.of(line.strip().split(" +")));
        }
      }
      return table;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
