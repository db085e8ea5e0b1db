package dev.muster.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class DemoStageTest {
  private static final Story STORY =
      new Story() {
        @Override
        public String title() {
          return "Who?";
        }

        @Override
        public String document() {
          return "A document";
        }

        @Override
        public void play(DemoStage stage) {
          stage.show("a question", new StoryOutcome(true, "an answer", "a reason"));
          stage.leaveOut("the rest: there is no time");
        }
      };

  @Test
  void theTableSaysWhatWasLeftOutAndWhy() throws Exception {
    StringWriter shown = new StringWriter();
    DemoStage stage = new DemoStage(new PrintWriter(shown, true), Ansi.OFF);
    stage.open(STORY);
    STORY.play(stage);
    assertThat(stage.close(1000)).isTrue();
    assertThat(shown.toString())
        .endsWith("Who?   1 of  1  pass  left out: the rest: there is no time\n1.0 s\n");
  }
}
