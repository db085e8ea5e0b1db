package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.model.status.ApiException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * A path and a query as a tenant sends them who may do everything in one namespace and nothing
 * elsewhere. The first byte chooses the method.
 */
class PathsFuzzTest {
  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "get");

  @TempDir static Path directory = Path.of("");

  private static @Nullable TenantServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TenantServer.start(directory);
  }

  @AfterAll
  static void stop() {
    Objects.requireNonNull(server).close();
  }

  @FuzzTest
  void reachesNothingBeyondTheNamespace(byte[] input) throws IOException {
    if (input.length < 2) {
      return;
    }
    String method = METHODS.get((input[0] & 0xff) % METHODS.size());
    String target = "/" + printable(Inputs.rest(input));
    understood(method, target);
    Objects.requireNonNull(server).tenantSends(method, target);
  }

  /** The line of a request has no blanks and no control characters. */
  private static String printable(byte[] bytes) {
    StringBuilder out = new StringBuilder(bytes.length);
    for (char each : new String(bytes, StandardCharsets.ISO_8859_1).toCharArray()) {
      if (each > ' ' && each != 0x7f) {
        out.append(each);
      }
    }
    return out.toString();
  }

  /** Reading a path is a function that ends, and the path it tells reads the same. */
  private static void understood(String method, String target) {
    int mark = target.indexOf('?');
    String path = mark < 0 ? target : target.substring(0, mark);
    try {
      Query query = Query.parse(mark < 0 ? "" : target.substring(mark + 1));
      RequestInfo info = RequestInfo.of(method, path, query);
      assertThat(RequestInfo.of(method, info.path(), query)).isEqualTo(info);
      if (info.resourceRequest()) {
        assertThat(info.resource()).isNotEmpty().doesNotContain("/");
        assertThat(info.parts()).isNotEmpty().doesNotContain("");
        assertThat(info.parts()).first().isEqualTo(info.resource());
      }
    } catch (ApiException refused) {
      Inputs.refusedByClientsFault(refused);
    }
  }
}
