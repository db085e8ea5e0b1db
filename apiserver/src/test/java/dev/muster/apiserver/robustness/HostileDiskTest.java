package dev.muster.apiserver.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.RunningServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else fills the disk that the server's data is on. */
class HostileDiskTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";

  @TempDir Path directory;

  @BeforeEach
  void mount() throws Exception {
    run("mount", "-t", "tmpfs", "-o", "size=" + (64 << 20), "tmpfs", directory.toString());
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", directory.toString());
  }

  private static void run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private void fill(Path hog) throws IOException {
    try (OutputStream out = Files.newOutputStream(hog)) {
      byte[] block = new byte[4096];
      while (directory.toFile().getUsableSpace() > 0) {
        out.write(block);
      }
    } catch (IOException e) {
      assertThat(e).hasMessage("No space left on device");
    }
  }

  private static String large(int i) {
    String text = "x".repeat(500_000);
    return "{\"metadata\":{\"name\":\"m" + i + "\"},\"data\":{\"a\":\"" + text + "\"}}";
  }

  @Test
  void writesSaySoAndGoOnByThemselves() throws Exception {
    try (RunningServer server = RunningServer.alone(directory)) {
      Client admin = server.client();
      Path hog = directory.resolve("hog");
      fill(hog);
      int stored = 0;
      Answer last = admin.json("POST", CONFIG_MAPS, large(stored));
      while (last.status() == 201) {
        stored++;
        last = admin.json("POST", CONFIG_MAPS, large(stored));
      }
      assertThat(last.status()).as(last.body()).isEqualTo(507);
      assertThat(last.at("/reason")).isEqualTo("InsufficientStorage");
      assertThat(last.at("/message"))
          .isEqualTo(
              "the disk of the server's data is full: the write failed; writes go on by themselves"
                  + " once there is space on it");
      assertThat(admin.get(CONFIG_MAPS + "/m" + stored).status()).isEqualTo(404);
      Files.delete(hog);
      assertThat(admin.json("POST", CONFIG_MAPS, large(stored)).status()).isEqualTo(201);
      assertThat(admin.get("/readyz").body()).isEqualTo("ok");
    }
  }
}
