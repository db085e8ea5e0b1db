package dev.muster.network.dns;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The resolvers that a host's {@code resolv.conf} names, read each time as it may change.
 *
 * @param ours ranges in which a resolver would be ourselves, and so ask itself for ever
 */
public record HostResolvers(Path file, List<Ipv4Range> ours)
    implements Supplier<List<InetSocketAddress>> {
  private static final int PORT = 53;

  public HostResolvers {
    ours = List.copyOf(ours);
  }

  @Override
  public List<InetSocketAddress> get() {
    List<InetSocketAddress> found = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] words = line.strip().split("\\s+");
        if (words.length > 1 && words[0].equals("nameserver")) {
          address(words[1]).ifPresent(each -> found.add(new InetSocketAddress(each, PORT)));
        }
      }
    } catch (IOException e) {
      return List.of();
    }
    return found;
  }

  private Optional<InetAddress> address(String text) {
    try {
      InetAddress address = InetAddress.ofLiteral(text);
      Optional<Ipv4> four = Ipv4.of(address);
      return four.isPresent() && ours.stream().anyMatch(range -> range.contains(four.get()))
          ? Optional.empty()
          : Optional.of(address);
    } catch (IllegalArgumentException noAddress) {
      return Optional.empty();
    }
  }
}
