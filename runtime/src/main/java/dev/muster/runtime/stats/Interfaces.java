package dev.muster.runtime.stats;

import dev.muster.cri.v1.NetworkInterfaceUsage;
import dev.muster.cri.v1.NetworkUsage;
import dev.muster.linux.Namespaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Counters of the interfaces in a network namespace. */
final class Interfaces {
  private Interfaces() {}

  static NetworkUsage read(Path namespace, long now) {
    NetworkUsage.Builder usage = NetworkUsage.newBuilder().setTimestamp(now);
    List<String> lines;
    try {
      lines =
          Namespaces.in(namespace, () -> Files.readAllLines(Path.of("/proc/thread-self/net/dev")));
    } catch (Exception gone) {
      return usage.build();
    }
    for (String line : lines.subList(Math.min(2, lines.size()), lines.size())) {
      String[] words = line.strip().split("[:\\s]+");
      if (words[0].equals("lo")) {
        continue;
      }
      NetworkInterfaceUsage each =
          NetworkInterfaceUsage.newBuilder()
              .setName(words[0])
              .setRxBytes(Statistics.value(Long.parseUnsignedLong(words[1])))
              .setRxErrors(Statistics.value(Long.parseUnsignedLong(words[3])))
              .setTxBytes(Statistics.value(Long.parseUnsignedLong(words[9])))
              .setTxErrors(Statistics.value(Long.parseUnsignedLong(words[11])))
              .build();
      if (words[0].equals("eth0")) {
        usage.setDefaultInterface(each);
      }
      usage.addInterfaces(each);
    }
    return usage.build();
  }
}
