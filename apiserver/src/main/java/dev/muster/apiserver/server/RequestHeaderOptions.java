package dev.muster.apiserver.server;

import dev.muster.apiserver.authn.RequestHeaders;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A proxy that says who its clients are.
 *
 * @param clientCaFile who signs the proxy's certificate
 * @param allowedNames common names of proxies; any if there are none
 */
public record RequestHeaderOptions(
    Path clientCaFile, List<String> allowedNames, RequestHeaders.Names headers) {
  private static final String PREFIX = "x-remote-";

  /**
   * @throws IllegalArgumentException with everything that is wrong
   */
  public RequestHeaderOptions {
    allowedNames = List.copyOf(allowedNames);
    List<String> problems = new ArrayList<>();
    check("requestheader-username-headers", headers.username(), problems);
    check("requestheader-group-headers", headers.group(), problems);
    check("requestheader-extra-headers-prefix", headers.extraPrefixes(), problems);
    check("requestheader-allowed-names", allowedNames, problems);
    check("requestheader-uid-headers", headers.uid(), problems);
    if (!headers.uid().isEmpty()
        && headers.uid().stream().noneMatch("X-Remote-Uid"::equalsIgnoreCase)) {
      problems.add(
          "--requestheader-uid-headers is set without specifying the standard X-Remote-Uid header -"
              + " API aggregation will not work");
    }
    // INVARIANT: these are the headers that never go on to nodes, pods and services
    Stream.of(headers.username(), headers.uid(), headers.group(), headers.extraPrefixes())
        .flatMap(List::stream)
        .filter(name -> !name.toLowerCase(Locale.ROOT).startsWith(PREFIX))
        .forEach(
            name ->
                problems.add(
                    "--requestheader-*: \""
                        + name
                        + "\" must begin with X-Remote- on this server"));
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }

  private static void check(String flag, List<String> values, List<String> problems) {
    if (values.stream().anyMatch(String::isBlank)) {
      problems.add("empty value in \"" + flag + "\"");
    }
  }
}
