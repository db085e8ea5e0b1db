package dev.muster.node.resize;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.MutableResourceRequirements;
import dev.muster.views.CoreV1.ResourceRequirements;
import dev.muster.views.TreeField;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * What of a container's resources can change while it runs. Processors are in thousandths, memory
 * in bytes; 0 is for what is not told.
 */
public record ResizableResources(
    long cpuRequest, long cpuLimit, long memoryRequest, long memoryLimit) {
  public static final ResizableResources NONE = new ResizableResources(0, 0, 0, 0);

  private static final int MILLI = 3;

  /**
   * @param resources of a container, with requests and limits
   */
  public static ResizableResources of(ResourceRequirements resources) {
    At requests = resources.requests();
    At limits = resources.limits();
    return new ResizableResources(
        cpu(requests.get("cpu")),
        cpu(limits.get("cpu")),
        memory(requests.get("memory")),
        memory(limits.get("memory")));
  }

  /** In thousandths, rounded up; 0 if missing. */
  public static long cpu(At quantity) {
    return whole(quantity, MILLI);
  }

  /** In bytes, rounded up; 0 if missing. */
  public static long memory(At quantity) {
    return whole(quantity, 0);
  }

  private static long whole(At quantity, int digits) {
    if (quantity.absent()) {
      return 0;
    }
    BigDecimal value = Quantity.parse(quantity.text()).value().movePointRight(digits);
    return value
        .setScale(0, RoundingMode.CEILING)
        .min(BigDecimal.valueOf(Long.MAX_VALUE))
        .longValue();
  }

  /** These processors with another's memory. */
  public ResizableResources withMemoryOf(ResizableResources other) {
    return new ResizableResources(cpuRequest, cpuLimit, other.memoryRequest, other.memoryLimit);
  }

  /** This memory with another's processors. */
  public ResizableResources withCpuOf(ResizableResources other) {
    return new ResizableResources(other.cpuRequest, other.cpuLimit, memoryRequest, memoryLimit);
  }

  public boolean sameCpu(ResizableResources other) {
    return withMemoryOf(other).equals(other);
  }

  public boolean sameMemory(ResizableResources other) {
    return withCpuOf(other).equals(other);
  }

  /** As a container's {@code resources}. */
  public ObjectNode resources() {
    MutableResourceRequirements out = MutableResourceRequirements.create();
    put(out.limits(), cpuLimit, memoryLimit);
    put(out.requests(), cpuRequest, memoryRequest);
    return out.tree();
  }

  private static void put(TreeField list, long cpu, long memory) {
    ObjectNode amounts = JsonNodeFactory.instance.objectNode();
    if (cpu > 0) {
      amounts.put("cpu", milli(cpu));
    }
    if (memory > 0) {
      amounts.put("memory", Long.toString(memory));
    }
    if (!amounts.isEmpty()) {
      list.set(amounts);
    }
  }

  /** Thousandths of a processor as Kubernetes writes them. */
  static String milli(long cpu) {
    return Quantity.parse(cpu + "m").roundedToMilli().toString();
  }

  /** Bytes as Kubernetes writes them: in the largest binary unit that they are a multiple of. */
  static String bytes(long memory) {
    return memory % 1024 == 0
        ? Quantity.parse(memory / 1024 + "Ki").roundedToMilli().toString()
        : Long.toString(memory);
  }
}
