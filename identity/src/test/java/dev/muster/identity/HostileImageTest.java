package dev.muster.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Account files made to do harm. */
class HostileImageTest {
  private static final String PASSWD = "root:x:0:0::/:/bin/sh\nalice:x:1000:1000::/:/bin/sh\n";

  @TempDir Path temporary;
  private Path root = Path.of("");

  @BeforeEach
  void makeRoot() throws Exception {
    root = temporary.resolve("root");
    Files.createDirectories(root.resolve("etc"));
    Files.writeString(root.resolve("etc/passwd"), PASSWD);
  }

  @Test
  void aLinkLeadsToTheImagesOwnFile() throws Exception {
    Files.writeString(temporary.resolve("shadow"), "host:x:7:alice\n");
    Files.createSymbolicLink(root.resolve("etc/group"), Path.of("../../shadow"));
    assertThat(groups()).containsExactly(1000L);
    Files.writeString(root.resolve("shadow"), "own:x:8:alice\n");
    assertThat(groups()).containsExactly(8L, 1000L);
  }

  @Test
  void anAbsoluteLinkStartsAtTheImagesRoot() throws Exception {
    Path host = Files.writeString(temporary.resolve("host-group"), "host:x:7:alice\n");
    Files.createSymbolicLink(root.resolve("etc/group"), host);
    assertThat(groups()).containsExactly(1000L);
  }

  @Test
  void aDirectoryThatIsALinkStaysInside() throws Exception {
    Path outside = Files.createDirectory(temporary.resolve("outside"));
    Files.writeString(outside.resolve("group"), "host:x:7:alice\n");
    Files.writeString(outside.resolve("passwd"), "alice:x:0:0::/:\n");
    Files.delete(root.resolve("etc/passwd"));
    Files.delete(root.resolve("etc"));
    Files.createSymbolicLink(root.resolve("etc"), outside);
    assertThatThrownBy(this::groups).hasMessageContaining("no user \"alice\"");
  }

  @Test
  void aLoopOfLinksIsAnError() throws Exception {
    Files.createSymbolicLink(root.resolve("etc/group"), Path.of("group"));
    assertThatThrownBy(this::groups).hasMessage("the image's /etc/group is a loop of links");
  }

  @Test
  void aFifoIsNotOpened() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", root.resolve("etc/group").toString()).start().waitFor())
        .isZero();
    assertThatThrownBy(this::groups).hasMessage("the image's /etc/group is not a regular file");
  }

  @Test
  void aDirectoryIsNotAFile() throws Exception {
    Files.createDirectory(root.resolve("etc/group"));
    assertThatThrownBy(this::groups).hasMessage("the image's /etc/group is not a regular file");
  }

  @Test
  void aGigabyteIsRefusedUnread() throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(root.resolve("etc/group").toFile(), "rw")) {
      file.setLength(1L << 30);
    }
    assertThatThrownBy(this::groups).hasMessage("the image's /etc/group is larger than 16 MiB");
  }

  @Test
  void anEndlessFileIsReadToTheBoundOnly() {
    AtomicLong read = new AtomicLong();
    byte[] line = "g:x:5:bob\n".getBytes(StandardCharsets.US_ASCII);
    ImageAccounts accounts =
        new ImageAccounts(
            path ->
                new InputStream() {
                  @Override
                  public int read(byte[] into, int offset, int length) {
                    for (int i = offset; i < offset + length; i++) {
                      into[i] = (byte) read();
                    }
                    return length;
                  }

                  @Override
                  public int read() {
                    return line[(int) (read.getAndIncrement() % line.length)];
                  }
                });
    assertThatThrownBy(() -> accounts.groupsOf("alice"))
        .hasMessage("the image's /etc/group is larger than 16 MiB");
    assertThat(read.get()).isLessThan(17 << 20);
  }

  @Test
  void aLineOfMegabytesIsAnError() {
    assertThatThrownBy(() -> groups("long:x:5:" + "a,".repeat(1 << 20)))
        .hasMessage("line 1 of the image's /etc/group is longer than 1 MiB");
  }

  @Test
  void aNulIsAnError() {
    assertThatThrownBy(() -> groups("a:x:1:\nb:x:2:alice\0\n"))
        .hasMessage("line 2 of the image's /etc/group contains a NUL byte");
  }

  @Test
  void moreGroupsThanTheKernelKnowsAreAnError() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i <= 65536; i++) {
      many.append("g:x:").append(i).append(":alice\n");
    }
    assertThatThrownBy(() -> groups(many.toString()))
        .hasMessage("the image's /etc/group puts the user into more than 65536 groups");
  }

  @Test
  void gidsThatAreNoGidsAreIgnored() throws Exception {
    assertThat(
            groups(
                """
                a:x:abc:alice
                b:x:-1:alice
                c:x:4294967295:alice
                d:x:18446744073709551616:alice
                e:x::alice
                f:x:7:alice
                g:x:7:alice
                """))
        .containsExactly(7L, 1000L);
  }

  @Test
  void aUserWithoutAUsableUidIsAnError() {
    assertThatThrownBy(() -> resolve("alice", "alice:x:-5:0::/:\n", null))
        .hasMessage(
            "line 1 of the image's /etc/passwd: uid \"-5\" of user \"alice\" is not a number from 0"
                + " to 4294967294");
    assertThatThrownBy(() -> resolve("alice", "alice:x:5:root::/:\n", null))
        .hasMessageContaining("its gid is not a number");
  }

  @Property(tries = 500)
  void anyFilesEndInAnIdentityOrAReason(
      @ForAll @StringLength(max = 200) @CharRange(from = '\0', to = '\u00ff') String passwd,
      @ForAll @StringLength(max = 200) String group,
      @ForAll @StringLength(max = 12) String user) {
    try {
      ProcessIdentity identity = resolve(user, passwd, group);
      assertThat(identity.groupIds()).contains(identity.gid().value()).isSorted();
    } catch (IdentityException e) {
      assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
    }
  }

  private List<Long> groups() throws IdentityException {
    return ProcessIdentity.resolve(request("alice"), ImageAccounts.in(root)).groupIds();
  }

  private static List<Long> groups(String group) throws IdentityException {
    return resolve("alice", PASSWD, group).groupIds();
  }

  private static ProcessIdentity resolve(
      String user, String passwd, @org.jspecify.annotations.Nullable String group)
      throws IdentityException {
    return ProcessIdentity.resolve(request(user), ImageAccounts.of(passwd, group));
  }

  private static IdentityRequest request(String imageUser) throws IdentityException {
    return IdentityRequest.cri(null, "", null, List.of(), GroupsPolicy.MERGE, imageUser);
  }
}
