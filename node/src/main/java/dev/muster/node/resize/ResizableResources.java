package dev.muster.node.resize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.quantity.Quantity;
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
  public static ResizableResources of(JsonNode resources) {
    JsonNode requests = resources.path("requests");
    JsonNode limits = resources.path("limits");
    return new ResizableResources(
        cpu(requests.path("cpu")),
        cpu(limits.path("cpu")),
        memory(requests.path("memory")),
        memory(limits.path("memory")));
  }

  /** In thousandths, rounded up; 0 if missing. */
  public static long cpu(JsonNode quantity) {
    return whole(quantity, MILLI);
  }

  /** In bytes, rounded up; 0 if missing. */
  public static long memory(JsonNode quantity) {
    return whole(quantity, 0);
  }

  private static long whole(JsonNode quantity, int digits) {
    if (quantity.isMissingNode()) {
      return 0;
    }
    BigDecimal value = Quantity.parse(quantity.asText()).value().movePointRight(digits);
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
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    put(out, "limits", cpuLimit, memoryLimit);
    put(out, "requests", cpuRequest, memoryRequest);
    return out;
  }

  private static void put(ObjectNode out, String list, long cpu, long memory) {
    ObjectNode amounts = JsonNodeFactory.instance.objectNode();
    if (cpu > 0) {
      amounts.put("cpu", milli(cpu));
    }
    if (memory > 0) {
      amounts.put("memory", Long.toString(memory));
    }
    if (!amounts.isEmpty()) {
      out.set(list, amounts);
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
