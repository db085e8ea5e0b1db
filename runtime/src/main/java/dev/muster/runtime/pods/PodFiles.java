package dev.muster.runtime.pods;

import dev.muster.cri.v1.DNSConfig;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The files that all containers of a sandbox see below /etc. */
final class PodFiles {
  private static final Pattern WORD = Pattern.compile("[!-~]{1,255}");
  private static final int MOST_WORDS = 64;
  private static final Path NODE_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final Path NODE_HOSTS = Path.of("/etc/hosts");

  private PodFiles() {}

  static void check(DNSConfig dns) throws Refused {
    words("dns_config.servers", dns.getServersList());
    words("dns_config.searches", dns.getSearchesList());
    words("dns_config.options", dns.getOptionsList());
  }

  static void write(Path directory, PodSandboxConfig config, List<String> addresses)
      throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("resolv.conf"), resolver(config.getDnsConfig()));
    String hostname = hostname(config);
    Files.writeString(directory.resolve("hostname"), hostname + "\n");
    if (config.getHostname().isEmpty()) {
      Files.writeString(directory.resolve("hosts"), ofNode(NODE_HOSTS));
      return;
    }
    StringBuilder hosts = new StringBuilder("127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost\n");
    for (String address : addresses) {
      hosts.append(address).append('\t').append(hostname).append('\n');
    }
    Files.writeString(directory.resolve("hosts"), hosts);
  }

  /** What a sandbox is called: as it asks, or as the node. */
  static String hostname(PodSandboxConfig config) throws IOException {
    return config.getHostname().isEmpty()
        ? Files.readString(NODE_NAME).strip()
        : config.getHostname();
  }

  private static String ofNode(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private static String resolver(DNSConfig dns) throws IOException {
    if (dns.equals(DNSConfig.getDefaultInstance())) {
      return ofNode(Path.of("/etc/resolv.conf"));
    }
    StringBuilder text = new StringBuilder();
    if (dns.getSearchesCount() > 0) {
      text.append("search ").append(String.join(" ", dns.getSearchesList())).append('\n');
    }
    dns.getServersList().forEach(each -> text.append("nameserver ").append(each).append('\n'));
    if (dns.getOptionsCount() > 0) {
      text.append("options ").append(String.join(" ", dns.getOptionsList())).append('\n');
    }
    return text.toString();
  }

  private static void words(String field, List<String> words) throws Refused {
    if (words.size() > MOST_WORDS) {
      throw Refused.invalid(field + ": more than " + MOST_WORDS + " entries");
    }
    for (String each : words) {
      if (!WORD.matcher(each).matches()) {
        throw Refused.invalid(field + ": \"" + each + "\" is not one word");
      }
    }
  }
}
