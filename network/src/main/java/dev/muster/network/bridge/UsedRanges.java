package dev.muster.network.bridge;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import java.io.IOException;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The ranges that this machine has routes to or addresses in, the default route aside. */
record UsedRanges(List<Ipv4Range> ranges) {
  private static final Path TABLE = Path.of("/proc/net/route");
  private static final String ZERO = "00000000";

  UsedRanges {
    ranges = List.copyOf(ranges);
  }

  static UsedRanges ofThisMachine() throws IOException {
    List<Ipv4Range> found = new ArrayList<>(routes(Files.readAllLines(TABLE)));
    for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
      for (InterfaceAddress own : each.getInterfaceAddresses()) {
        Ipv4.of(own.getAddress())
            .ifPresent(ip -> found.add(new Ipv4Range(ip, own.getNetworkPrefixLength())));
      }
    }
    return new UsedRanges(found);
  }

  /** Whether every address leads somewhere. */
  static boolean hasDefaultRoute() throws IOException {
    return Files.readAllLines(TABLE).stream()
        .map(line -> line.strip().split("\\s+"))
        .anyMatch(words -> words.length > 7 && words[1].equals(ZERO) && words[7].equals(ZERO));
  }

  /** Of the kernel's table: the second word is where to, the eighth the mask, both backwards. */
  static List<Ipv4Range> routes(List<String> lines) {
    List<Ipv4Range> found = new ArrayList<>();
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      String[] words = line.strip().split("\\s+");
      if (words.length > 7) {
        int mask = backwards(words[7]);
        if (mask != 0) {
          found.add(new Ipv4Range(new Ipv4(backwards(words[1])), Integer.bitCount(mask)));
        }
      }
    }
    return found;
  }

  private static int backwards(String hex) {
    return Integer.reverseBytes(Integer.parseUnsignedInt(hex, 16));
  }

  boolean overlap(Ipv4Range range) {
    return ranges.stream().anyMatch(range::overlaps);
  }
}
