package dev.muster.cli;

import dev.muster.apiserver.encryption.EncryptionFile;
import dev.muster.apiserver.registry.RegistryKeys;
import dev.muster.apiserver.registry.RegistryObjectCodec;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.server.Storage;
import dev.muster.cli.flags.DurationFlag;
import dev.muster.etcd.EtcdOptions;
import dev.muster.etcd.EtcdStore;
import dev.muster.pki.ClientTls;
import dev.muster.pki.Identity;
import dev.muster.pki.Pem;
import dev.muster.pki.Trust;
import dev.muster.store.Codec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the objects are kept, if not in the server itself. */
final class EtcdFlags {
  private static final String WAY_OUT = "give certificates in PEM form";

  @Option(
      names = "--etcd-servers",
      hidden = true,
      split = ",",
      paramLabel = "URL",
      description =
          "The etcd servers to keep the objects in, as http://host:2379 (default: SQLite in"
              + " --data).")
  List<String> servers = List.of();

  @Option(
      names = "--etcd-cafile",
      hidden = true,
      paramLabel = "FILE",
      description = "The certificate authorities of the etcd servers.")
  @Nullable Path caFile;

  @Option(
      names = "--etcd-certfile",
      hidden = true,
      paramLabel = "FILE",
      description = "The certificate to show to the etcd servers.")
  @Nullable Path certFile;

  @Option(
      names = "--etcd-keyfile",
      hidden = true,
      paramLabel = "FILE",
      description = "The key of --etcd-certfile.")
  @Nullable Path keyFile;

  @Option(
      names = "--etcd-prefix",
      hidden = true,
      paramLabel = "PATH",
      defaultValue = RegistryKeys.DEFAULT_PREFIX,
      description = "What all keys in etcd begin with (default: ${DEFAULT-VALUE}).")
  String prefix = RegistryKeys.DEFAULT_PREFIX;

  @Option(
      names = "--etcd-compaction-interval",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "5m0s",
      converter = DurationFlag.class,
      description =
          "How often etcd is compacted, by one server for all; 0 for never (default:"
              + " ${DEFAULT-VALUE}).")
  Duration compactionInterval = Duration.ofMinutes(5);

  @Option(
      names = "--authorization-staleness",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "0s",
      converter = DurationFlag.class,
      description =
          "By how much what decides about a request may be older than it, where several servers"
              + " share an etcd; 0 for not at all (default: ${DEFAULT-VALUE}).")
  Duration authorizationStaleness = Duration.ZERO;

  @Option(
      names = "--encryption-provider-config",
      hidden = true,
      paramLabel = "FILE",
      description = "How objects are encrypted in the store: an EncryptionConfiguration.")
  @Nullable Path encryptionConfig;

  @Option(
      names = "--encryption-provider-config-automatic-reload",
      hidden = true,
      description = "Whether changes of --encryption-provider-config take effect at once.")
  boolean encryptionReload;

  /**
   * @throws IllegalArgumentException what is wrong with a flag
   */
  Storage config() {
    Storage storage = servers.isEmpty() ? Storage.embedded() : inEtcd(options());
    return encryptionConfig == null
        ? storage
        : storage.with(new EncryptionFile(encryptionConfig, encryptionReload));
  }

  private Storage inEtcd(EtcdOptions options) {
    return new Storage(
        (config, kinds, encryption) -> {
          RegistryKeys layout = new RegistryKeys(prefix, kinds);
          Codec<StoredObject> codec = new RegistryObjectCodec(kinds);
          return EtcdStore.open(
              options, layout, encryption.map(by -> by.around(codec, layout, kinds)).orElse(codec));
        },
        authorizationStaleness,
        Optional.empty());
  }

  EtcdOptions options() {
    EtcdOptions options =
        EtcdOptions.of(servers.stream().map(EtcdOptions::server).toList())
            .withCompactionInterval(compactionInterval);
    Optional<SSLContext> tls = tls();
    return tls.isPresent() ? options.withTls(tls.get()) : options;
  }

  private Optional<SSLContext> tls() {
    if ((certFile == null) != (keyFile == null)) {
      throw new IllegalArgumentException(
          "--etcd-certfile and --etcd-keyfile belong together: give both or none");
    }
    if (caFile == null && certFile == null) {
      return Optional.empty();
    }
    Trust trust =
        caFile == null
            ? new Trust.Machine()
            : new Trust.Authorities(
                Pem.certificates(read("--etcd-cafile", caFile), caFile, WAY_OUT));
    Optional<Identity> identity =
        certFile == null || keyFile == null
            ? Optional.empty()
            : Optional.of(
                Identity.ofPem(
                    read("--etcd-certfile", certFile),
                    certFile,
                    read("--etcd-keyfile", keyFile),
                    keyFile));
    return Optional.of(ClientTls.context(trust, identity));
  }

  private static String read(String flag, Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new IllegalArgumentException(flag + ": \"" + file + "\" cannot be read", e);
    }
  }
}
