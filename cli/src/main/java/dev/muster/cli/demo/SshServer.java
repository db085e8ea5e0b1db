package dev.muster.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An sshd on loopback, which knows one key and greets whoever has it. */
final class SshServer implements AutoCloseable {
  static final String WELCOME = "welcome";

  /**
   * In a mount namespace of its own, so that a machine without the package gets neither its user
   * nor its folder in /run.
   */
  private static final List<String> APART =
      List.of(
          "unshare",
          "--mount",
          "sh",
          "-ec",
          "mount --bind \"$1\" /etc/passwd; mount --bind \"$2\" /run; shift 2; exec \"$@\"",
          "sh");

  private final Process process;
  private final Path directory;
  private final int port;

  private SshServer(Process process, Path directory, int port) {
    this.process = process;
    this.directory = directory;
    this.port = port;
  }

  static SshServer start(OpenSsh programs, Path directory)
      throws IOException, InterruptedException {
    Path host = directory.resolve("host");
    for (Path key : List.of(host, directory.resolve("client"))) {
      newKey(programs, key);
    }
    Path run = directory.resolve("run");
    Files.createDirectories(run.resolve("sshd")); // where sshd locks itself in
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
        %s
        """
            .formatted(port, host, directory.resolve("client.pub"), WELCOME, parts(programs)));
    List<String> command = new ArrayList<>(APART);
    command.add(accounts(directory).toString());
    command.add(run.toString());
    command.addAll(List.of(programs.server().toString(), "-D", "-e", "-f", config.toString()));
    Process process = programs.process(command).start();
    BufferedReader said = process.inputReader();
    List<String> lines = new ArrayList<>();
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith("Server listening")) {
        Thread.startVirtualThread(() -> readToTheEnd(said));
        return new SshServer(process, directory, port);
      }
      lines.add(line);
    }
    throw new IOException("sshd did not start: " + String.join(" ", lines));
  }

  /** The machine's accounts, and sshd's own if it is not among them. */
  private static Path accounts(Path directory) throws IOException {
    String own = "sshd:x:64999:65534::/run/sshd:/usr/sbin/nologin\n";
    String all = Files.readString(Path.of("/etc/passwd"));
    boolean there = all.lines().anyMatch(line -> line.startsWith("sshd:"));
    return Files.writeString(directory.resolve("passwd"), there ? all : all + own);
  }

  /** Where newer ones have the programs that they start for each connection. */
  private static String parts(OpenSsh programs) {
    Path folder = programs.server().resolve("../../lib/openssh").normalize();
    StringBuilder lines = new StringBuilder();
    for (String part : List.of("session", "auth")) {
      Path program = folder.resolve("sshd-" + part);
      if (Files.isExecutable(program)) {
        String option = part.equals("auth") ? "SshdAuthPath" : "SshdSessionPath";
        lines.append(option).append(' ').append(program).append('\n');
      }
    }
    return lines.toString();
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

  /** What follows the client's name to log in with the key. */
  String login(String key) {
    return "-i %s -p %d -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o BatchMode=yes -o LogLevel=ERROR root@127.0.0.1 2>&1"
        .formatted(key, port);
  }

  private static void newKey(OpenSsh programs, Path key) throws IOException, InterruptedException {
    Process process =
        programs
            .process(
                List.of(
                    programs.keygen().toString(),
                    "-q",
                    "-t",
                    "ed25519",
                    "-N",
                    "",
                    "-C",
                    "demo",
                    "-f",
                    key.toString()))
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("ssh-keygen: " + said.strip());
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
