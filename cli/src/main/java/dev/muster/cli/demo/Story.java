package dev.muster.cli.demo;

/** What one of the documents promises, shown. */
interface Story {
  String title();

  /** Where the promise was made. */
  String document();

  void play(DemoStage stage) throws Exception;
}
