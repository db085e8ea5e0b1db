package dev.muster.runtime.oci;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.HugepageLimit;
import dev.muster.cri.v1.LinuxContainerResources;
import dev.muster.runtime.refusal.Refused;
import java.util.Map;
import java.util.regex.Pattern;

/** Limits of a cgroup, at creation and when they change. */
public final class ResourceSpec {
  private static final Pattern CPUS = Pattern.compile("[0-9,\\-]*");
  private static final Pattern FILE = Pattern.compile("[a-z0-9_]+\\.[a-zA-Z0-9_.]+");
  private static final long SMALLEST_PERIOD = 1_000;
  private static final long LARGEST_PERIOD = 1_000_000;

  private ResourceSpec() {}

  public static ObjectNode of(LinuxContainerResources asked, Host host) throws Refused {
    ObjectNode resources = LinuxSpec.JSON.createObjectNode();
    cpu(resources, asked);
    long limit = asked.getMemoryLimitInBytes();
    if (limit < 0) {
      throw Refused.invalid("memory_limit_in_bytes: " + limit + " is negative");
    }
    if (limit > 0) {
      ObjectNode memory = resources.putObject("memory").put("limit", limit);
      long swap = asked.getMemorySwapLimitInBytes();
      if (host.swapAccounting()) {
        memory.put("swap", swap > 0 ? swap : limit);
      }
    }
    if (asked.getHugepageLimitsCount() > 0 && host.hugePages()) {
      ArrayNode limits = resources.putArray("hugepageLimits");
      for (HugepageLimit each : asked.getHugepageLimitsList()) {
        limits.addObject().put("pageSize", each.getPageSize()).put("limit", each.getLimit());
      }
    }
    if (asked.getUnifiedCount() > 0 && host.unifiedCgroups()) {
      ObjectNode unified = resources.putObject("unified");
      for (Map.Entry<String, String> each : asked.getUnifiedMap().entrySet()) {
        if (!FILE.matcher(each.getKey()).matches()) {
          throw Refused.invalid("unified: \"" + each.getKey() + "\" is not a cgroup file");
        }
        unified.put(each.getKey(), each.getValue());
      }
    }
    return resources;
  }

  private static void cpu(ObjectNode resources, LinuxContainerResources asked) throws Refused {
    ObjectNode cpu = LinuxSpec.JSON.createObjectNode();
    if (asked.getCpuShares() > 0) {
      cpu.put("shares", Math.clamp(asked.getCpuShares(), 2, 262_144));
    }
    if (asked.getCpuQuota() != 0) {
      cpu.put("quota", asked.getCpuQuota());
    }
    long period = asked.getCpuPeriod();
    if (period != 0) {
      if (period < SMALLEST_PERIOD || period > LARGEST_PERIOD) {
        throw Refused.invalid("cpu_period: " + period + " is not between 1000 and 1000000");
      }
      cpu.put("period", period);
    }
    set(cpu, "cpus", asked.getCpusetCpus(), "cpuset_cpus");
    set(cpu, "mems", asked.getCpusetMems(), "cpuset_mems");
    if (!cpu.isEmpty()) {
      resources.set("cpu", cpu);
    }
  }

  private static void set(ObjectNode cpu, String name, String value, String field) throws Refused {
    if (!CPUS.matcher(value).matches()) {
      throw Refused.invalid(field + ": \"" + value + "\" is not a list of numbers");
    }
    if (!value.isEmpty()) {
      cpu.put(name, value);
    }
  }
}
