package dev.muster.node.eviction;

import dev.muster.cri.v1.Container;
import dev.muster.cri.v1.Image;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes images that no container is made of. Used by one thread. */
final class UnusedImages {
  private static final Logger LOG = LoggerFactory.getLogger(UnusedImages.class);

  /** Somebody may just have pulled it. */
  private static final Duration LEAST_AGE = Duration.ofMinutes(2);

  private final RuntimeCalls runtime;
  private Map<String, Instant> firstSeen = Map.of();
  private boolean begun;

  UnusedImages(RuntimeCalls runtime) {
    this.runtime = runtime;
  }

  /** Takes note of new images; those that are there at first are as old as can be. */
  List<Image> look(Instant now) throws RuntimeProblem {
    List<Image> images = runtime.images();
    Map<String, Instant> seen = new HashMap<>();
    for (Image each : images) {
      Instant at = begun ? now : Instant.EPOCH;
      Instant known = firstSeen.getOrDefault(each.getId(), at);
      seen.put(each.getId(), known.isAfter(now) ? now : known);
    }
    firstSeen = seen;
    begun = true;
    return images;
  }

  void remove(Instant now) throws RuntimeProblem {
    List<Image> images = look(now);
    Set<String> used = new HashSet<>();
    for (Container each : runtime.containers("")) {
      used.add(each.getImageRef());
      used.add(each.getImageId());
      used.add(each.getImage().getImage());
    }
    for (Image each : images) {
      boolean young = firstSeen.getOrDefault(each.getId(), now).plus(LEAST_AGE).isAfter(now);
      if (!each.getPinned() && !young && !isUsed(each, used)) {
        LOG.info("image removed for want of space: image={}", each.getId());
        runtime.removeImage(each.getId());
      }
    }
  }

  private static boolean isUsed(Image image, Set<String> used) {
    return used.contains(image.getId())
        || image.getRepoTagsList().stream().anyMatch(used::contains)
        || image.getRepoDigestsList().stream().anyMatch(used::contains);
  }
}
