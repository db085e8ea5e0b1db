package dev.muster.cli;

import dev.muster.apiserver.authn.RequestHeaders;
import dev.muster.apiserver.server.RequestHeaderOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A proxy that says who its clients are. */
final class RequestHeaderFlags {
  @Option(
      names = "--requestheader-client-ca-file",
      hidden = true,
      paramLabel = "FILE",
      description =
          "Who signs the certificate of a proxy that says in headers who its clients are.")
  @Nullable Path clientCa;

  @Option(
      names = "--requestheader-allowed-names",
      hidden = true,
      split = ",",
      paramLabel = "NAME",
      description = "Common names of proxies (default: any).")
  List<String> allowedNames = List.of();

  @Option(
      names = "--requestheader-username-headers",
      hidden = true,
      split = ",",
      paramLabel = "HEADER",
      description = "Headers with a client's name, as X-Remote-User.")
  List<String> usernames = List.of();

  @Option(
      names = "--requestheader-uid-headers",
      hidden = true,
      split = ",",
      paramLabel = "HEADER",
      description = "Headers with a client's uid, as X-Remote-Uid.")
  List<String> uids = List.of();

  @Option(
      names = "--requestheader-group-headers",
      hidden = true,
      split = ",",
      paramLabel = "HEADER",
      description = "Headers with a client's groups, as X-Remote-Group.")
  List<String> groups = List.of();

  @Option(
      names = "--requestheader-extra-headers-prefix",
      hidden = true,
      split = ",",
      paramLabel = "PREFIX",
      description = "What headers with a client's extra begin with, as X-Remote-Extra-.")
  List<String> extraPrefixes = List.of();

  /** Nothing unless there is an authority for proxies: without one, headers mean nothing. */
  Optional<RequestHeaderOptions> options() {
    return Optional.ofNullable(clientCa)
        .map(
            file ->
                new RequestHeaderOptions(
                    file,
                    allowedNames,
                    new RequestHeaders.Names(usernames, uids, groups, extraPrefixes)));
  }
}
