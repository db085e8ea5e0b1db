package dev.muster.apiserver.encryption;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.reload.FollowedFile;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Codec;
import dev.muster.store.KeyLayout;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The encryption of what a server stores, as the file says now. */
public final class Encryption implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Encryption.class);

  private final EncryptionFile file;
  private final @Nullable FollowedFile followed;

  /** From which revision on each configuration wrote. */
  private final ConcurrentSkipListMap<Long, EncryptionConfig> history =
      new ConcurrentSkipListMap<>();

  private volatile EncryptionConfig config;
  private volatile LongSupplier revision = () -> 0;
  private volatile Optional<String> problem = Optional.empty();

  private Encryption(EncryptionFile file) {
    this.file = file;
    this.config = EncryptionConfig.read(file.path());
    history.put(Long.MIN_VALUE, config);
    this.followed =
        file.automaticReload() ? FollowedFile.at(file.path(), changed -> reload()) : null;
  }

  /**
   * @throws EncryptionConfigException if the file cannot be used
   */
  public static Encryption open(EncryptionFile file) {
    return new Encryption(file);
  }

  /** Encrypts what a codec makes, and opens what it reads. */
  public Codec<StoredObject> around(Codec<StoredObject> codec, KeyLayout layout, Kinds kinds) {
    return new EncryptingCodec(this, codec, layout, kinds);
  }

  /**
   * Begins to follow the file, if it is to be.
   *
   * @param newest the revision up to which there are writes
   */
  public void start(LongSupplier newest) {
    revision = newest;
    if (followed != null) {
      followed.start();
    }
  }

  /** What to tell whoever asks how the server is, if the file as it is now is not in force. */
  public Optional<String> note() {
    return problem.map(why -> "the last good configuration is in force");
  }

  EncryptionConfig config() {
    return config;
  }

  /** What a value of this revision was written with, if this process wrote it. */
  EncryptionConfig at(long written) {
    Map.Entry<Long, EncryptionConfig> then = history.floorEntry(written);
    return then == null ? config : then.getValue();
  }

  private void reload() {
    try {
      EncryptionConfig next = EncryptionConfig.read(file.path());
      if (problem.isPresent() || !next.sameAs(config)) {
        config = next;
        history.put(revision.getAsLong() + 1, next);
        LOG.info("the encryption configuration was read again: file={}", file.path());
      }
      problem = Optional.empty();
    } catch (EncryptionConfigException e) {
      keep(String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      // INVARIANT: following goes on, and its message, which may hold a secret, is not shown
      keep(file.path() + " cannot be taken in: " + e.getClass().getSimpleName());
    }
  }

  private void keep(String why) {
    if (!problem.equals(Optional.of(why))) {
      LOG.error("the last good encryption configuration stays in force: {}", why);
    }
    problem = Optional.of(why);
  }

  @Override
  public void close() {
    if (followed != null) {
      followed.close();
    }
  }
}
