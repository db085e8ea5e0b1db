package dev.muster.testing;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a process runs, as the network sees it.
 *
 * @param address at which others find it
 * @param prefix what is put before a command, so that it runs there
 */
public record NetworkPlace(String address, List<String> prefix) {
  /** This machine's loopback. */
  public static final NetworkPlace HERE = new NetworkPlace("127.0.0.1", List.of());

  public NetworkPlace {
    prefix = List.copyOf(prefix);
  }

  /** A command that runs there; the process is its own, not one around it. */
  public List<String> command(List<String> words) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(words);
    return all;
  }

  /** What a command prints there; it has to succeed. */
  public String run(String... words) {
    return HostCommand.run(command(List.of(words)).toArray(String[]::new));
  }
}
