package dev.muster.runtime.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Brings images from registries into a store. Thread-safe; close it to let go of connections. */
public final class ImagePuller implements AutoCloseable {
  private final ImageStore store;
  private final RegistrySettings settings;
  private final HttpClient http;

  public ImagePuller(ImageStore store, RegistrySettings settings) {
    this.store = store;
    this.settings = settings;
    this.http =
        HttpClient.newBuilder()
            .connectTimeout(settings.connect())
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();
  }

  /** Pulls an image for this machine. What an interrupted pull brought is not brought again. */
  public Image pull(
      ImageReference reference, RegistryCredentials credentials, PullProgress progress)
      throws IOException {
    return store
        .garbage()
        .shared(
            () -> {
              RegistrySession session = new RegistrySession(http, settings, reference, credentials);
              return pull(reference, session, progress);
            });
  }

  private Image pull(ImageReference reference, RegistrySession session, PullProgress progress)
      throws IOException {
    byte[] top = checked(session.manifest(reference.wanted()), reference.digest());
    byte[] chosen = top;
    if (Json.read(top, "manifest").path("manifests").isArray()) {
      Digest digest = choose(Json.read(top, "index"), reference);
      chosen = checked(session.manifest(digest.text()), digest);
    }
    ImageManifest manifest = ImageManifest.parse(chosen);
    if (manifest.configSize() > Configuration.MAX_BYTES) {
      throw new ImageException(
          "the image's configuration is larger than " + Configuration.MAX_BYTES + " bytes");
    }
    fetchAll(manifest, new BlobTransfer(store.content(), session, settings, progress));
    Digest digest = store.content().put(chosen);
    return store.record(digest, reference.tagged(), reference.at(Digest.of(top)));
  }

  private static Digest choose(JsonNode index, ImageReference reference) throws IOException {
    List<String> offered = new ArrayList<>();
    for (JsonNode each : index.path("manifests")) {
      JsonNode platform = each.path("platform");
      if (ImagePlatform.HOST.matches(platform)) {
        return Digest.parse(each.path("digest").asText());
      }
      if (offered.size() < 16) {
        offered.add(word(platform.path("os")) + "/" + word(platform.path("architecture")));
      }
    }
    throw new ImageException(
        "%s has no image for %s, only for %s".formatted(reference, ImagePlatform.HOST, offered));
  }

  private static String word(JsonNode foreign) {
    String text = foreign.asText("?");
    return text.matches("[A-Za-z0-9_.-]{1,32}") ? text : "?";
  }

  private void fetchAll(ImageManifest manifest, BlobTransfer transfer) throws IOException {
    LinkedHashSet<ImageManifest.Blob> wanted = new LinkedHashSet<>(manifest.layers());
    wanted.add(new ImageManifest.Blob(manifest.config(), manifest.configSize()));
    Semaphore parallel = new Semaphore(settings.parallel());
    try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (ImageManifest.Blob each : wanted) {
        all.add(
            tasks.submit(
                () -> {
                  parallel.acquire();
                  try {
                    transfer.fetch(each);
                  } finally {
                    parallel.release();
                  }
                  return true;
                }));
      }
      await(all, tasks);
    }
  }

  /** The first failure ends the others. */
  private static void await(List<Future<?>> all, ExecutorService tasks) throws IOException {
    try {
      for (Future<?> each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      tasks.shutdownNow();
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      tasks.shutdownNow();
      Thread.currentThread().interrupt();
      throw new java.io.InterruptedIOException("interrupted while pulling");
    }
  }

  private static byte[] checked(byte[] bytes, @Nullable Digest expected) throws ImageException {
    if (expected != null && !Digest.of(bytes).equals(expected)) {
      throw new ImageException(
          "the registry sends another manifest: " + Digest.of(bytes) + ", not " + expected);
    }
    return bytes;
  }

  @Override
  public void close() {
    http.shutdownNow();
    http.close();
  }
}
