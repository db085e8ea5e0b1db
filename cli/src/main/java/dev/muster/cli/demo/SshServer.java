package dev.muster.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The machine's own sshd on loopback, which knows one key and greets whoever has it. */
final class SshServer implements AutoCloseable {
  static final String WELCOME = "welcome";

  private final Process process;
  private final Path directory;
  private final int port;

  private SshServer(Process process, Path directory, int port) {
    this.process = process;
    this.directory = directory;
    this.port = port;
  }

  /** Empty if this machine has no sshd or no ssh. */
  static Optional<SshServer> start(Path directory) throws IOException, InterruptedException {
    Path sshd = Path.of("/usr/sbin/sshd");
    if (!Files.isExecutable(sshd) || !Files.isExecutable(Path.of("/usr/bin/ssh"))) {
      return Optional.empty();
    }
    Path host = directory.resolve("host");
    Path client = directory.resolve("client");
    for (Path key : List.of(host, client)) {
      run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "demo", "-f", key.toString());
    }
    Files.createDirectories(Path.of("/run/sshd")); // where sshd locks itself in
    int port = freePort();
    Path config = directory.resolve("sshd_config");
    Files.writeString(
        config,
        """
        ListenAddress 127.0.0.1:%d
        HostKey %s
        PidFile none
        UsePAM no
        StrictModes no
        PermitRootLogin yes
        PasswordAuthentication no
        AuthorizedKeysFile %s
        ForceCommand echo %s
        """
            .formatted(port, host, directory.resolve("client.pub"), WELCOME));
    Process process =
        new ProcessBuilder(sshd.toString(), "-D", "-e", "-f", config.toString())
            .redirectErrorStream(true)
            .start();
    BufferedReader said = process.inputReader();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith("Server listening")) {
        Thread.startVirtualThread(() -> readToTheEnd(said));
        return Optional.of(new SshServer(process, directory, port));
      }
    }
    throw new IOException("sshd did not start: exit code " + process.waitFor());
  }

  /** Who logs to a full pipe hangs. */
  private static void readToTheEnd(BufferedReader log) {
    try {
      while (log.readLine() != null) {}
    } catch (IOException e) {
      // it was stopped
    }
  }

  /** The private key. */
  String clientKey() throws IOException {
    return Files.readString(directory.resolve("client"));
  }

  /** What a shell on this machine has to do to log in with the key. */
  String login(String key) {
    return "ssh -i %s -p %d -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o BatchMode=yes -o LogLevel=ERROR root@127.0.0.1 2>&1"
        .formatted(key, port);
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command[0] + ": " + said.strip());
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
