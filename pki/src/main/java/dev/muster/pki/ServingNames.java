package dev.muster.pki;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The names and addresses that clients may reach the server by. */
final class ServingNames {
  private static final List<String> FIXED =
      List.of(
          "localhost",
          "127.0.0.1",
          "::1",
          "kubernetes",
          "kubernetes.default",
          "kubernetes.default.svc",
          "kubernetes.default.svc.cluster.local",
          "10.96.0.1");

  private ServingNames() {}

  /** The names every server has, this host's name and addresses, and some more. */
  static List<String> ofThisHost(Collection<String> more) {
    Set<String> names = new LinkedHashSet<>(FIXED);
    names.add(hostName());
    try {
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> !address.isLinkLocalAddress() && !address.isLoopbackAddress())
          .map(address -> canonical(address.getHostAddress()))
          .forEach(names::add);
    } catch (IOException e) {
      // a host that does not tell its addresses is reached by name
    }
    more.forEach(name -> names.add(canonical(name)));
    names.removeIf(name -> name.isEmpty() || name.equals("0.0.0.0") || name.equals("::"));
    return List.copyOf(names);
  }

  /** Whether a certificate is good for all of the names. */
  static boolean covers(X509Certificate certificate, Collection<String> names) {
    try {
      Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
      Set<String> covered =
          alternatives == null
              ? Set.of()
              : alternatives.stream()
                  .map(alternative -> canonical(String.valueOf(alternative.get(1))))
                  .collect(Collectors.toSet());
      return names.stream().map(ServingNames::canonical).allMatch(covered::contains);
    } catch (CertificateParsingException e) {
      return false;
    }
  }

  static boolean isAddress(String name) {
    return name.indexOf(':') >= 0 || name.matches("[0-9]+(\\.[0-9]+){3}");
  }

  /** Addresses of IPv6 have many spellings, names only case. */
  private static String canonical(String name) {
    if (name.indexOf(':') < 0) {
      return name.toLowerCase(Locale.ROOT);
    }
    try {
      // nobody is asked about a name that holds a colon
      return InetAddress.getByName(name.replaceFirst("%.*", "")).getHostAddress();
    } catch (UnknownHostException e) {
      return name;
    }
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException noProc) {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (IOException unnamed) {
        return "localhost";
      }
    }
  }
}
