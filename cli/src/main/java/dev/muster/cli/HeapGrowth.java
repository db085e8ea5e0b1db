package dev.muster.cli;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.util.Set;
import javax.management.NotificationEmitter;

/**
 * Keeps the heap near what is in use. The parallel and the serial collector collect their old
 * generation only when it can grow no more, at a quarter of the machine's memory. Here a collection
 * is asked for whenever that generation has doubled since the last one. Other collectors have rules
 * of their own and are left alone.
 */
final class HeapGrowth {
  /** Below this, collecting would give too little back to be worth a pause. */
  private static final long SMALLEST = 64L << 20;

  /** What the old generation is called by those two. */
  private static final Set<String> OLD = Set.of("PS Old Gen", "Tenured Gen");

  private final MemoryPoolMXBean old;

  private HeapGrowth(MemoryPoolMXBean old) {
    this.old = old;
  }

  /** From now on, for as long as the process lives. */
  static void limit() {
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      if (OLD.contains(pool.getName())) {
        new HeapGrowth(pool).start();
      }
    }
  }

  private void start() {
    allowDoubling();
    ((NotificationEmitter) ManagementFactory.getMemoryMXBean())
        .addNotificationListener(
            (notification, none) -> {
              System.gc();
              allowDoubling();
            },
            notification ->
                notification.getType().equals(MemoryNotificationInfo.MEMORY_THRESHOLD_EXCEEDED),
            null);
  }

  private void allowDoubling() {
    long most = old.getUsage().getMax();
    long doubled = Math.max(SMALLEST, 2 * old.getUsage().getUsed());
    old.setUsageThreshold(most < 0 ? doubled : Math.min(most, doubled));
  }
}
