package dev.muster.runtime.docker;

import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Creates and starts containers that run under an account of Active Directory. Those that an
 * earlier process created can be started by this one.
 */
public final class AccountContainers {
  private final Engine engine;
  private final CredentialSpecFiles files;
  private final Map<String, CredentialSpecFile> waiting = new ConcurrentHashMap<>();

  private AccountContainers(Engine engine, CredentialSpecFiles files) {
    this.engine = engine;
    this.files = files;
  }

  /**
   * @param directory {@code CredentialSpecs} below the engine's root
   */
  public static AccountContainers on(Engine engine, Path directory) throws IOException {
    Map<String, String> created = engine.waiting();
    AccountContainers containers =
        new AccountContainers(engine, CredentialSpecFiles.open(directory, created.values()));
    for (Map.Entry<String, String> each : created.entrySet()) {
      containers
          .files
          .named(each.getValue())
          .ifPresent(file -> containers.waiting.put(each.getKey(), file));
    }
    return containers;
  }

  /** Makes a container whose account is kept in a file until it is started or removed. */
  public String create(String credentialSpec) throws IOException, Refused {
    CredentialSpecFile file = files.write(credentialSpec);
    try {
      String id = engine.create(List.of(file.securityOption()));
      waiting.put(id, file);
      return id;
    } catch (IOException | RuntimeException failed) {
      file.closeAfter(failed);
      throw failed;
    }
  }

  /** Starts a container; whatever comes of it, its file is gone afterwards. */
  public void start(String id) throws IOException {
    try {
      engine.start(id);
    } finally {
      forget(id);
    }
  }

  /** Removes a container, started or not. */
  public void remove(String id) throws IOException {
    try {
      engine.remove(id);
    } finally {
      forget(id);
    }
  }

  private void forget(String id) throws IOException {
    CredentialSpecFile file = waiting.remove(id);
    if (file != null) {
      file.close();
    }
  }
}
