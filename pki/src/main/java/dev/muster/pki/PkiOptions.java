package dev.muster.pki;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where keys and certificates come from.
 *
 * @param dataDirectory where made ones are kept, in {@code pki/}
 * @param tlsCertFile {@code --tls-cert-file}, or null to make one
 * @param tlsPrivateKeyFile {@code --tls-private-key-file}; given with the certificate or not at all
 * @param clientCaFile {@code --client-ca-file}, or null to accept the own authority's clients only
 * @param serviceAccountSigningKeyFile {@code --service-account-signing-key-file}, or null to make a
 *     key
 * @param serviceAccountKeyFiles {@code --service-account-key-file}: more keys that tokens may be
 *     signed with
 * @param moreNames names and addresses the serving certificate needs besides the usual ones
 */
public record PkiOptions(
    Path dataDirectory,
    @Nullable Path tlsCertFile,
    @Nullable Path tlsPrivateKeyFile,
    @Nullable Path clientCaFile,
    @Nullable Path serviceAccountSigningKeyFile,
    List<Path> serviceAccountKeyFiles,
    List<String> moreNames) {

  public PkiOptions {
    serviceAccountKeyFiles = List.copyOf(serviceAccountKeyFiles);
    moreNames = List.copyOf(moreNames);
    if ((tlsCertFile == null) != (tlsPrivateKeyFile == null)) {
      throw new PkiException(
          "--tls-cert-file and --tls-private-key-file belong together: give both or none");
    }
  }

  public static PkiOptions in(Path dataDirectory) {
    return new PkiOptions(dataDirectory, null, null, null, null, List.of(), List.of());
  }
}
