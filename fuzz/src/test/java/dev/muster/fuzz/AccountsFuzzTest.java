package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.identity.GroupsPolicy;
import dev.muster.identity.IdentityException;
import dev.muster.identity.IdentityRequest;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.ProcessIdentity;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An image's passwd file, its group file and its USER, apart from each other by form feeds. */
class AccountsFuzzTest {
  private static final long GIVEN = 4321;

  @FuzzTest
  void noFileMakesAnotherIdentityThanAsked(byte[] input) {
    String[] parts = new String(input, StandardCharsets.ISO_8859_1).split("\f", 3);
    byte[] passwd = parts[0].getBytes(StandardCharsets.ISO_8859_1);
    byte[] group = (parts.length > 1 ? parts[1] : "").getBytes(StandardCharsets.ISO_8859_1);
    String user = parts.length > 2 ? parts[2] : "";
    ImageAccounts accounts =
        new ImageAccounts(
            path -> new ByteArrayInputStream(path.equals("/etc/passwd") ? passwd : group));
    ProcessIdentity merged = resolve(accounts, null, GroupsPolicy.MERGE, user);
    ProcessIdentity strict = resolve(accounts, null, GroupsPolicy.STRICT, user);
    if (merged != null && strict != null) {
      assertThat(strict.uid().value()).isEqualTo(merged.uid().value());
      assertThat(strict.gid().value()).isEqualTo(merged.gid().value());
      assertThat(merged.groupIds()).containsAll(strict.groupIds());
      assertThat(strict.groupIds()).containsExactly(strict.gid().value());
    }
    ProcessIdentity given = resolve(accounts, GIVEN, GroupsPolicy.STRICT, user);
    if (given != null) {
      assertThat(given.uid().value()).isEqualTo(GIVEN);
      assertThat(given.gid().value()).isEqualTo(GIVEN);
      assertThat(given.groupIds()).containsExactly(GIVEN);
    }
  }

  private static @Nullable ProcessIdentity resolve(
      ImageAccounts accounts, @Nullable Long given, GroupsPolicy policy, String imageUser) {
    ProcessIdentity found;
    try {
      found =
          ProcessIdentity.resolve(
              IdentityRequest.cri(given, "", given, List.of(), policy, imageUser), accounts);
    } catch (IdentityException refused) {
      assertThat(refused.getMessage()).isNotEmpty().doesNotContain("\n");
      return null;
    }
    assertThat(found.groupIds()).isSorted().doesNotHaveDuplicates();
    assertThat(found.groupIds()).contains(found.gid().value());
    assertThat(found.uid().value()).isBetween(0L, 0xffff_fffeL);
    return found;
  }
}
