package dev.muster.cli.directory;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Samba's Active Directory domain controller with one group managed service account. It serves LDAP
 * only, on a loopback address of its own, so that several can run side by side.
 */
public final class DomainController implements AutoCloseable {
  public static final String USER = "Administrator@CONTOSO.COM";
  public static final String PASSWORD = "Passw0rd-1234";

  private static final String ACCOUNT =
      """
      dn: CN=WebApplication1,CN=Managed Service Accounts,DC=contoso,DC=com
      objectClass: msDS-GroupManagedServiceAccount
      sAMAccountName: WebApplication1$
      dNSHostName: WebApplication1.contoso.com
      msDS-ManagedPasswordInterval: 30
      userAccountControl: 4096
      """;

  private final Process samba;
  private final String address;

  private DomainController(Process samba, String address) {
    this.samba = samba;
    this.address = address;
  }

  public static DomainController start(Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory.resolve("etc"));
    Path script = directory.resolve("provision.py");
    try (InputStream in =
        Objects.requireNonNull(
            DomainController.class.getResourceAsStream("/directory/provision.py"))) {
      Files.copy(in, script);
    }
    run(directory, "/usr/bin/python3", script.toString(), directory.toString(), PASSWORD);
    Path ldif = directory.resolve("account.ldif");
    Files.writeString(ldif, ACCOUNT);
    run(directory, "ldbadd", "-H", directory + "/private/sam.ldb", ldif.toString());
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String address =
        "127." + random.nextInt(10, 250) + "." + random.nextInt(250) + "." + random.nextInt(2, 250);
    Path config = directory.resolve("ldap-only.conf");
    Files.writeString(config, config(directory, address));
    Process samba =
        new ProcessBuilder("samba", "-i", "-M", "single", "-s", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("samba.out").toFile())
            .start();
    DomainController controller = new DomainController(samba, address);
    try {
      controller.awaitLdap(directory);
      return controller;
    } catch (IOException | InterruptedException | RuntimeException e) {
      controller.close();
      throw e;
    }
  }

  /** What provisioning wrote, with one service, one address, and every file in the directory. */
  private static String config(Path directory, String address) throws IOException {
    StringBuilder out = new StringBuilder("[global]\n");
    List<String> ours =
        List.of(
            "server services",
            "interfaces",
            "bind interfaces only",
            "log file",
            "logging",
            "pid directory",
            "ncalrpc dir",
            "panic action");
    for (String line : Files.readString(directory.resolve("etc/smb.conf")).split("\n", -1)) {
      String name = line.strip().split(" =", 2)[0];
      if (line.startsWith("[") && !line.startsWith("[global")) {
        break;
      }
      if (line.contains("=") && !ours.contains(name)) {
        out.append(line).append('\n');
      }
    }
    return out.append("server services = ldap\n")
        .append("interfaces = ")
        .append(address)
        .append("/8\n")
        .append("bind interfaces only = yes\n")
        .append("ldap server require strong auth = no\n")
        .append("logging = file\n")
        .append("log file = ")
        .append(directory)
        .append("/samba.log\n")
        .append("pid directory = ")
        .append(directory)
        .append('\n')
        .append("ncalrpc dir = ")
        .append(directory)
        .append("/ncalrpc\n")
        .toString();
  }

  private static void run(Path directory, String... command)
      throws IOException, InterruptedException {
    Path log = directory.resolve("command.log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (!process.waitFor(180, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new AssertionError(
          String.join(" ", command)
              + " failed; ./verify installs what it needs:\n"
              + Files.readString(log));
    }
  }

  private void awaitLdap(Path directory) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(address, 389), 1000);
        return;
      } catch (IOException e) {
        if (!samba.isAlive() || System.nanoTime() > end) {
          throw new AssertionError(
              "samba does not listen:\n" + Files.readString(directory.resolve("samba.out")));
        }
        samba.waitFor(100, TimeUnit.MILLISECONDS);
      }
    }
  }

  public URI uri() {
    return URI.create("ldap://" + address);
  }

  @Override
  public void close() {
    samba.descendants().forEach(ProcessHandle::destroy);
    samba.destroy();
    try {
      if (!samba.waitFor(20, TimeUnit.SECONDS)) {
        samba.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      samba.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
