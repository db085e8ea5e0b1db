package dev.muster.runtime.oci;

import dev.muster.cri.v1.WindowsContainerConfig;
import dev.muster.cri.v1.WindowsContainerResources;
import dev.muster.cri.v1.WindowsContainerSecurityContext;
import dev.muster.cri.v1.WindowsCpuGroupAffinity;
import dev.muster.identity.credspec.Reading;
import dev.muster.runtime.refusal.Refused;
import java.util.stream.LongStream;

/** What the Windows part of a request must satisfy. */
public final class WindowsRequest {
  private static final int LONGEST_USER = 361;
  private static final long LARGEST_SHARE = 10_000;

  private WindowsRequest() {}

  public static void check(WindowsContainerConfig windows) throws Refused {
    WindowsContainerSecurityContext context = windows.getSecurityContext();
    credentials("windows.security_context.credential_spec", context.getCredentialSpec());
    user("windows.security_context.run_as_username", context.getRunAsUsername());
    resources(windows.getResources());
  }

  /** Refuses a credential spec that is there and broken, with the JSON path of each fault. */
  public static void credentials(String field, String spec) throws Refused {
    if (!spec.isEmpty() && Reading.of(spec) instanceof Reading.Faulty faulty) {
      throw Refused.invalid(field + ": " + faulty.text());
    }
  }

  /** A name, with or without its domain: at most 104 and 256 characters and a backslash. */
  public static void user(String field, String name) throws Refused {
    boolean twoDomains = name.indexOf('\\') != name.lastIndexOf('\\');
    if (name.length() > LONGEST_USER
        || twoDomains
        || name.chars()
            .anyMatch(c -> Character.isISOControl(c) || "/[]:;|=,+*?<>\"".indexOf(c) >= 0)
        || name.startsWith("\\")
        || name.endsWith("\\")) {
      throw Refused.invalid(field + ": not a user name of Windows, such as contoso\\jane");
    }
  }

  private static void resources(WindowsContainerResources asked) throws Refused {
    between("cpu_count", asked.getCpuCount(), Integer.MAX_VALUE);
    between("cpu_shares", asked.getCpuShares(), LARGEST_SHARE);
    between("cpu_maximum", asked.getCpuMaximum(), LARGEST_SHARE);
    between("memory_limit_in_bytes", asked.getMemoryLimitInBytes(), Long.MAX_VALUE);
    between("rootfs_size_in_bytes", asked.getRootfsSizeInBytes(), Long.MAX_VALUE);
    long given =
        LongStream.of(asked.getCpuCount(), asked.getCpuShares(), asked.getCpuMaximum())
            .filter(value -> value > 0)
            .count();
    if (given > 1) {
      throw Refused.invalid(
          "windows.resources: cpu_count, cpu_shares and cpu_maximum exclude each other");
    }
    for (WindowsCpuGroupAffinity each : asked.getAffinityCpusList()) {
      if (each.getCpuMask() == 0) {
        throw Refused.invalid("windows.resources.affinity_cpus: a mask without any processor");
      }
    }
  }

  private static void between(String field, long value, long largest) throws Refused {
    if (value < 0 || value > largest) {
      throw Refused.invalid(
          "windows.resources." + field + ": " + value + " is not between 0 and " + largest);
    }
  }
}
