package dev.muster.node.images;

import dev.muster.cri.v1.Image;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a pod may have an image that is here: a secret of one tenant brings it to the node, but
 * not to the others on it. What cannot be found out has to be proven to the registry. Thread-safe.
 */
public final class PulledImages {
  private static final Logger LOG = LoggerFactory.getLogger(PulledImages.class);

  /** Where so many secrets are known already, others are learnt by pulls only. */
  private static final int MOST_LEARNT = 100;

  private final PullRecords records;
  private final CredentialVerification verification;
  private final RuntimeCalls runtime;
  private final InstantSource clock;
  private boolean caughtUp;

  /** The pod's secrets for the image, asked for only where they matter. */
  @FunctionalInterface
  interface Secrets {
    List<PullCredential> get() throws IOException;
  }

  /**
   * @param root the node's directory
   */
  public PulledImages(
      Path root, CredentialVerification verification, RuntimeCalls runtime, InstantSource clock)
      throws IOException {
    this.records = new PullRecords(root);
    this.verification = verification;
    this.runtime = runtime;
    this.clock = clock;
  }

  /** Whether a pod that names an image which is here has to ask its registry nevertheless. */
  boolean mustPull(String image, Image present, Secrets secrets) throws IOException {
    ImageName name = ImageName.of(image);
    Optional<PulledImage> pulled;
    try {
      catchUp();
      pulled = records.pulled(present.getId());
    } catch (IOException | RuntimeProblem e) {
      LOG.warn("who pulled an image is not known: image={} problem={}", image, e.toString());
      return true;
    }
    if (!verification.concerns(name, pulled.isPresent() || records.isBegun(image))) {
      return false;
    }
    Optional<ImageAccess> access = pulled.flatMap(record -> record.access(name));
    if (access.isEmpty()) {
      return true;
    }
    return switch (access.get()) {
      case ImageAccess.Everybody everybody -> false;
      case ImageAccess.Holders holders -> !isHeld(holders, secrets.get(), name, present.getId());
    };
  }

  /** By the object it was pulled with, or by one that says the same; what is new is remembered. */
  private boolean isHeld(
      ImageAccess.Holders holders, List<PullCredential> secrets, ImageName name, String imageRef) {
    for (PullCredential each : secrets) {
      PullSecret shown = each.proof();
      boolean room = holders.secrets().size() < MOST_LEARNT;
      if (holders.secrets().stream()
          .anyMatch(held -> held.saysTheSame(shown) || room && held.isSameObject(shown))) {
        if (room) {
          remember(name, imageRef, List.of(shown));
        }
        return true;
      }
    }
    return false;
  }

  /**
   * A pull begins.
   *
   * @throws IOException when that cannot be written down; then it must not begin
   */
  void begin(String image) throws IOException {
    try {
      catchUp();
    } catch (RuntimeProblem e) {
      throw new IOException(e.getMessage(), e);
    }
    records.begin(image);
  }

  /** A pull has brought an image, which the registry gave for this secret, or for none. */
  void succeeded(String image, Image brought, Optional<PullCredential> by) {
    Instant now = clock.instant();
    keepPreloaded(image, brought);
    if (remember(
        ImageName.of(image), brought.getId(), by.map(PullCredential::proof).stream().toList())) {
      failed(image);
    }
    try {
      Set<String> there = new HashSet<>();
      runtime.images().forEach(each -> there.add(each.getId()));
      records.forgetOthers(there, now);
    } catch (IOException | RuntimeProblem e) {
      LOG.warn("records of images that are gone stay: problem={}", e.toString());
    }
  }

  /**
   * Whoever pulls what somebody had brought here before, under another name, does not take it away
   * from those who use it by its first name.
   */
  private void keepPreloaded(String image, Image brought) {
    try {
      if (records.pulled(brought.getId()).isPresent()) {
        return;
      }
      Set<String> pulling = new HashSet<>(Set.of(ImageName.of(image).repository()));
      records.begun().forEach(each -> pulling.add(ImageName.of(each).repository()));
      for (String tag : brought.getRepoTagsList()) {
        ImageName name = ImageName.of(tag);
        if (!pulling.contains(name.repository()) && !verification.concerns(name, false)) {
          records.proven(brought.getId(), name, new ImageAccess.Everybody(), clock.instant());
        }
      }
    } catch (IOException e) {
      LOG.warn("which names an image had is not kept: image={} problem={}", image, e.toString());
    }
  }

  /** A pull has brought nothing. */
  void failed(String image) {
    try {
      records.end(image);
    } catch (IOException e) {
      LOG.warn("the end of a pull is not written down: image={} problem={}", image, e.toString());
    }
  }

  /** If that fails, the intent stays, and with it that the image was pulled here. */
  private boolean remember(ImageName name, String imageRef, List<PullSecret> shown) {
    try {
      records.proven(imageRef, name, ImageAccess.provenBy(shown), clock.instant());
      return true;
    } catch (IOException e) {
      LOG.warn("who may have an image is not kept: image={} problem={}", imageRef, e.toString());
      return false;
    }
  }

  /** Images that pulls of an earlier agent brought without its knowing are pulled images, too. */
  private synchronized void catchUp() throws IOException, RuntimeProblem {
    if (caughtUp) {
      return;
    }
    List<String> interrupted = records.begun();
    if (!interrupted.isEmpty()) {
      Set<String> names = new HashSet<>();
      interrupted.forEach(each -> names.add(ImageName.of(each).full()));
      for (Image each : runtime.images()) {
        if (Stream.concat(each.getRepoTagsList().stream(), each.getRepoDigestsList().stream())
            .anyMatch(text -> names.contains(ImageName.of(text).full()))) {
          records.unproven(each.getId(), clock.instant());
        }
      }
      for (String each : interrupted) {
        records.end(each);
      }
    }
    caughtUp = true;
  }
}
