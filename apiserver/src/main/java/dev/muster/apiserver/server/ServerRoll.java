package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.net.IpAddress;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The servers that share a store, as an annotation of the endpoints of {@code kubernetes}: each
 * signs again and again. Who has not signed for a while is struck off by the others; only the time
 * that passes here without a new signature counts, whatever others' clocks say. For one thread.
 */
final class ServerRoll {
  /** Who may write it may write the endpoints, too. */
  static final String ANNOTATION = "muster.dev/servers";

  /** As long as kube-apiservers name one that is silent. */
  static final Duration SILENCE = Duration.ofSeconds(15);

  private static final Pattern PORT = Pattern.compile("[0-9]{1,5}");

  /** How many are read, however many are there. */
  private static final int MOST = 100;

  /** Where a server is reached. */
  record Address(String ip, int port, boolean ready) {
    /** Anything else would keep the endpoints from being written. */
    private boolean isOne() {
      return IpAddress.parse(ip).isPresent() && port > 0 && port < 1 << 16;
    }

    private String key() {
      return ip + " " + port;
    }
  }

  private record Seen(String signature, long since) {}

  private final LongSupplier nanos;
  private final Map<String, Seen> seen = new HashMap<>();
  private Optional<Address> before = Optional.empty();
  private long signatures = System.currentTimeMillis();

  ServerRoll() {
    this(System::nanoTime);
  }

  ServerRoll(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Signs in the object, and strikes off who is silent.
   *
   * @param own where this server is; empty if it leaves
   * @return all that are on the roll now, in the order of their addresses
   */
  List<Address> sign(ObjectNode endpoints, Optional<Address> own) {
    ObjectNode annotations = MutableObjectMeta.ofObject(endpoints).annotations().map();
    Map<Address, String> signed = new TreeMap<>(Comparator.comparing(Address::key));
    read(annotations.path(ANNOTATION).asText()).forEach(signed::put);
    before.ifPresent(signed::remove);
    own.ifPresent(signed::remove);
    signed.entrySet().removeIf(each -> isSilent(each.getKey(), each.getValue()));
    own.ifPresent(address -> signed.put(address, Long.toString(++signatures)));
    before = own;
    annotations.put(ANNOTATION, text(signed));
    return List.copyOf(signed.keySet());
  }

  private boolean isSilent(Address address, String signature) {
    Seen last = seen.get(address.key());
    if (last == null || !last.signature().equals(signature)) {
      seen.put(address.key(), new Seen(signature, nanos.getAsLong()));
      return false;
    }
    return nanos.getAsLong() - last.since() > SILENCE.toNanos();
  }

  /** Each as its address, port, {@code true} if others reach it, and signature. */
  private static Map<Address, String> read(String text) {
    Map<Address, String> found = new HashMap<>();
    for (String each : text.split(",", MOST)) {
      String[] words = each.split(" ");
      if (words.length == 4 && PORT.matcher(words[1]).matches()) {
        Address address =
            new Address(words[0], Integer.parseInt(words[1]), Boolean.parseBoolean(words[2]));
        if (address.isOne()) {
          found.put(address, words[3]);
        }
      }
    }
    return found;
  }

  private static String text(Map<Address, String> signed) {
    return signed.entrySet().stream()
        .map(each -> each.getKey().key() + " " + each.getKey().ready() + " " + each.getValue())
        .collect(Collectors.joining(","));
  }
}
