package dev.muster.etcd;

import static dev.muster.etcd.Note.draft;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** What a server wrote itself it knows when it comes back; nothing else. */
class OwnWritesTest {
  private static final ByteString BYTES = ByteString.copyFromUtf8("1");
  private final OwnWrites<Note> own = new OwnWrites<>();

  @Test
  void aWriteUnderWayIsKnownWithTheRevisionThatItGot() {
    own.begin("pods/x", BYTES, draft("1"));
    assertThat(own.value("pods/x", ByteString.copyFromUtf8("1"), 7)).contains(new Note("1", 7));
  }

  @Test
  void whatSomebodyElseWroteToTheSameKeyIsNot() {
    own.begin("pods/x", BYTES, draft("1"));
    assertThat(own.value("pods/x", ByteString.copyFromUtf8("2"), 7)).isEmpty();
    assertThat(own.value("pods/y", BYTES, 7)).isEmpty();
  }

  @Test
  void aWriteThatIsOverIsNot() {
    own.begin("pods/x", BYTES, draft("1")).run();
    assertThat(own.value("pods/x", BYTES, 7)).isEmpty();
  }

  @Test
  void theEndOfOneDoesNotEndAnotherThatSaysTheSame() {
    Runnable first = own.begin("pods/x", BYTES, draft("1"));
    own.begin("pods/x", BYTES, draft("1"));
    first.run();
    assertThat(own.value("pods/x", BYTES, 7)).contains(new Note("1", 7));
  }
}
