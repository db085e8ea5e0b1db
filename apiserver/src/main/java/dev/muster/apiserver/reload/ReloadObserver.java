package dev.muster.apiserver.reload;

/** Is told what becomes of a file's versions. */
public interface ReloadObserver {
  /** A changed file was taken. */
  void reloaded(byte[] file);

  /** A changed file was not taken. */
  void failed();
}
