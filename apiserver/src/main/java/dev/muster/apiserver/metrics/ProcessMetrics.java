package dev.muster.apiserver.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.muster.base.metrics.Metric;
import dev.muster.base.metrics.MetricsPage;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;

/** The process and the virtual machine in it, under the names Prometheus' clients use. */
final class ProcessMetrics implements Metric {
  private static final long PAGE_BYTES = 4096;

  @Override
  public void write(MetricsPage page) {
    process(page);
    memory(page);
    one(
        page,
        "jvm_threads_current",
        "gauge",
        "Platform threads.",
        ManagementFactory.getThreadMXBean().getThreadCount());
    one(
        page,
        "jvm_classes_currently_loaded",
        "gauge",
        "Loaded classes.",
        ManagementFactory.getClassLoadingMXBean().getLoadedClassCount());
    page.family("jvm_gc_collection_seconds", "summary", "Garbage collections of the JVM.");
    for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
      String labels = "gc=\"" + gc.getName() + "\"";
      page.sample("jvm_gc_collection_seconds_count", labels, gc.getCollectionCount());
      page.sample("jvm_gc_collection_seconds_sum", labels, gc.getCollectionTime() / 1e3);
    }
  }

  private static void process(MetricsPage page) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean os) {
      one(
          page,
          "process_cpu_seconds_total",
          "counter",
          "Processor time used, in seconds.",
          os.getProcessCpuTime() / 1e9);
      one(
          page,
          "process_max_fds",
          "gauge",
          "Most open files.",
          (double) os.getMaxFileDescriptorCount());
      one(
          page,
          "process_open_fds",
          "gauge",
          "Open files.",
          (double) os.getOpenFileDescriptorCount());
    }
    try {
      String[] pages = Files.readString(Path.of("/proc/self/statm")).split(" ", 3);
      one(
          page,
          "process_resident_memory_bytes",
          "gauge",
          "Memory in use, in bytes.",
          (double) (Long.parseLong(pages[1]) * PAGE_BYTES));
      one(
          page,
          "process_virtual_memory_bytes",
          "gauge",
          "Address space in use, in bytes.",
          (double) (Long.parseLong(pages[0]) * PAGE_BYTES));
    } catch (IOException e) {
      // only Linux tells
    }
    one(
        page,
        "process_start_time_seconds",
        "gauge",
        "When the process started, in seconds since 1970.",
        ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3);
  }

  private static void memory(MetricsPage page) {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    MemoryUsage other = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage();
    page.family("jvm_memory_used_bytes", "gauge", "Memory that the JVM uses, in bytes.");
    page.sample("jvm_memory_used_bytes", "area=\"heap\"", heap.getUsed());
    page.sample("jvm_memory_used_bytes", "area=\"nonheap\"", other.getUsed());
    page.family("jvm_memory_max_bytes", "gauge", "Memory that the JVM may use, in bytes.");
    page.sample("jvm_memory_max_bytes", "area=\"heap\"", heap.getMax());
    page.sample("jvm_memory_max_bytes", "area=\"nonheap\"", other.getMax());
  }

  private static void one(MetricsPage page, String name, String type, String help, double value) {
    page.family(name, type, help);
    page.sample(name, "", value);
  }
}
