package dev.muster.runtime.images;

/** Hears how a pull goes on, from several threads. */
@FunctionalInterface
public interface PullProgress {
  PullProgress SILENT = (blob, done, total) -> {};

  /** So many bytes of a piece of content are here. */
  void update(Digest blob, long done, long total);
}
