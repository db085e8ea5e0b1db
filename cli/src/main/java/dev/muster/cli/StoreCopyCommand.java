package dev.muster.cli;

import dev.muster.apiserver.encryption.Encryption;
import dev.muster.apiserver.encryption.EncryptionFile;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.apiserver.server.Storage;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code muster store copy}: all objects of one store into another, empty one. */
@Command(
    name = "copy",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpWidth = 110,
    description = {
      "Copies all objects into an empty store. No server may run on either meanwhile.",
      "They get new resourceVersions: clients list again."
    },
    footer = {
      "",
      "Example:",
      "  muster store copy --from sqlite:/var/lib/muster --to etcd:http://10.0.0.1:2379"
    })
final class StoreCopyCommand implements Callable<Integer> {
  @Option(
      names = "--from",
      required = true,
      paramLabel = "STORE",
      description = "sqlite:DIR or etcd:URL[,URL].")
  private String from = "";

  @Option(
      names = "--to",
      required = true,
      paramLabel = "STORE",
      description = "sqlite:DIR or etcd:URL[,URL], without objects.")
  private String to = "";

  @Mixin private EtcdFlags etcd = new EtcdFlags();

  @Override
  public Integer call() {
    Optional<Encryption> encryption =
        Optional.ofNullable(etcd.encryptionConfig)
            .map(file -> Encryption.open(new EncryptionFile(file, false)));
    try (Store<StoredObject> source = open("--from", from, true, encryption);
        Store<StoredObject> target = open("--to", to, false, encryption)) {
      if (target.snapshot().count("") > 0) {
        throw new IllegalArgumentException("--to: \"" + to + "\" has objects already");
      }
      Snapshot<StoredObject> all = source.snapshot();
      long copied = 0;
      for (Iterator<Entry<StoredObject>> entries = all.range("", ""); entries.hasNext(); ) {
        Entry<StoredObject> entry = entries.next();
        target.put(entry.key(), entry.value().draft(), 0);
        copied++;
      }
      System.out.printf(
          "%d objects of revision %d copied; they are at revision %d now%n",
          copied, all.revision(), target.snapshot().revision());
    }
    return 0;
  }

  private Store<StoredObject> open(
      String flag, String place, boolean mustBe, Optional<Encryption> encryption) {
    int colon = place.indexOf(':');
    String what = place.substring(colon + 1);
    return switch (place.substring(0, Math.max(0, colon))) {
      case "sqlite" -> {
        Path directory = Path.of(what).toAbsolutePath();
        if (mustBe && !Files.exists(directory.resolve("store.db"))) {
          throw new IllegalArgumentException(flag + ": there is no store in \"" + what + "\"");
        }
        yield open(Storage.embedded(), directory, encryption);
      }
      case "etcd" -> {
        etcd.servers = List.of(what.split(","));
        yield open(etcd.config(), Path.of("").toAbsolutePath(), encryption);
      }
      default ->
          throw new IllegalArgumentException(
              flag + ": \"" + place + "\" is not like sqlite:DIR or etcd:http://host:2379");
    };
  }

  private static Store<StoredObject> open(
      Storage storage, Path directory, Optional<Encryption> encryption) {
    return storage.backend().open(ServerConfig.in(directory), KubernetesKinds.kinds(), encryption);
  }
}
