package dev.muster.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EtcdRehearsalTest {
  @Test
  void aStoreOnTheStandInIsReadAndWritten() throws Exception {
    List<Note> read = new ArrayList<>();
    EtcdRehearsal.run(
        Note.below("/rehearsal/"),
        Note.CODEC,
        "notes/a",
        "what is kept".getBytes(StandardCharsets.UTF_8),
        note -> {
          read.add(note);
          return Note.draft("what is written");
        });
    assertThat(read).extracting(Note::text).containsExactly("what is kept");
  }
}
