package dev.muster.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MountTableTest {
  /** Each character is a byte. */
  private static final String TABLE =
      """
      22 1 8:1 / / rw shared:1 - ext4 /dev/a rw
      30 22 8:1 /x /pods/1/a\\040b rw master:2 - ext4 /dev/a rw
      31 22 8:1 /x /pods/\u00c3\u00a9 rw shared:7 master:2 propagate_from:3 - ext4 /dev/a rw
      32 22 8:1 /a\u00ffb\rc /pods/1/\u00fe rw - ext4 /dev/a rw
      33 22 8:1 / /pods/10 rw - tmpfs none rw
      """;

  @Test
  void whatIsAtOrBelowAPathIsRemovedFromTheEnd() {
    assertThat(MountTable.atOrBelow("/pods/1", TABLE))
        .containsExactly("/pods/1/" + (char) (0xdc00 + 0xfe), "/pods/1/a b");
    assertThat(MountTable.atOrBelow("/pods/é", TABLE)).containsExactly("/pods/é");
    assertThat(MountTable.atOrBelow("/pods/1/\u00fe", TABLE)).isEmpty();
  }

  @Test
  void aPathIsHeldByTheMountNearestToIt() {
    assertThat(MountTable.holding("/pods/1/a b/c", TABLE))
        .isEqualTo(new MountTable.Mounted("/pods/1/a b", "master:2"));
    assertThat(MountTable.holding("/pods/é", TABLE))
        .isEqualTo(new MountTable.Mounted("/pods/é", "shared:7 master:2 propagate_from:3"));
    assertThat(MountTable.holding("/pods/11", TABLE))
        .isEqualTo(new MountTable.Mounted("/", "shared:1"));
    assertThat(MountTable.holding("/pods/10/x", TABLE))
        .isEqualTo(new MountTable.Mounted("/pods/10", ""));
  }
}
