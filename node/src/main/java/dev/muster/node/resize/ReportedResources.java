package dev.muster.node.resize;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.LinuxContainerResources;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.MutableResourceRequirements;
import dev.muster.views.CoreV1.ResourceRequirements;
import java.util.Optional;

/** The resources of a running container's status: what the runtime holds it to. */
public final class ReportedResources {
  /** Less than this the kernel cannot count, and what was granted is told instead. */
  private static final long LEAST_LIMIT = 10;

  private static final long LEAST_REQUEST = 2;

  private final ResourceRequirements before;
  private final ResizableResources actual;

  private ReportedResources(ResourceRequirements before, ResizableResources actual) {
    this.before = before;
    this.actual = actual;
  }

  /**
   * @param granted the container's resources by its pod's allocation
   * @param runtime what the runtime says of it, if it does
   * @param given what it was last given: all that is known of its memory request, and of the rest
   *     if the runtime does not tell
   * @param before what was told of this very container last; missing if nothing was
   */
  public static ObjectNode of(
      ResourceRequirements granted,
      Optional<LinuxContainerResources> runtime,
      Optional<ResizableResources> given,
      ResourceRequirements before) {
    ResizableResources last = given.orElse(ResizableResources.NONE);
    ResizableResources actual = runtime.map(told -> actual(told, last)).orElse(last);
    return new ReportedResources(before, actual).over(granted);
  }

  private static ResizableResources actual(LinuxContainerResources told, ResizableResources last) {
    return new ResizableResources(
        request(told), limit(told), last.memoryRequest(), told.getMemoryLimitInBytes());
  }

  private static long limit(LinuxContainerResources told) {
    return told.getCpuPeriod() <= 0 || told.getCpuQuota() <= 0
        ? 0
        : told.getCpuQuota() * 1000 / told.getCpuPeriod();
  }

  private static long request(LinuxContainerResources told) {
    return told.getCpuShares() <= 0 ? 0 : Math.ceilDiv(told.getCpuShares() * 1000, 1024);
  }

  private ObjectNode over(ResourceRequirements granted) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    granted.tree().properties().forEach(each -> out.set(each.getKey(), each.getValue().deepCopy()));
    MutableResourceRequirements reported = MutableResourceRequirements.of(out);
    if (reported.limits().node() instanceof ObjectNode limits) {
      cpu(before.limits(), limits, actual.cpuLimit(), LEAST_LIMIT);
      memory(before.limits(), limits, actual.memoryLimit());
    }
    if (reported.requests().node() instanceof ObjectNode requests) {
      cpu(before.requests(), requests, actual.cpuRequest(), LEAST_REQUEST);
      memory(before.requests(), requests, actual.memoryRequest());
    }
    return out;
  }

  private static void cpu(At told, ObjectNode amounts, long milli, long least) {
    long granted = ResizableResources.cpu(At.root(amounts).get("cpu"));
    if (milli <= 0) {
      keep(told.get("cpu"), "cpu", amounts);
    } else if (milli != granted && (milli > least || granted > least)) {
      amounts.put("cpu", ResizableResources.milli(milli));
    }
  }

  private static void memory(At told, ObjectNode amounts, long bytes) {
    if (bytes <= 0) {
      keep(told.get("memory"), "memory", amounts);
    } else if (bytes != ResizableResources.memory(At.root(amounts).get("memory"))) {
      amounts.put("memory", ResizableResources.bytes(bytes));
    }
  }

  private static void keep(At told, String resource, ObjectNode amounts) {
    if (told.present()) {
      amounts.set(resource, told.node());
    }
  }
}
