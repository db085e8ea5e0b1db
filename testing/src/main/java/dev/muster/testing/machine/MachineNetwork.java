package dev.muster.testing.machine;

import dev.muster.testing.HostCommand;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadLocalRandom;

/** What several machines, and this one, are connected by; goes with all of them. */
public final class MachineNetwork implements AutoCloseable {
  private static final int FIRST = 11;

  private final Path directory;
  private final String name;
  private final String prefix;
  private final Deque<TestMachine> machines = new ArrayDeque<>();

  private MachineNetwork(Path directory, int number) {
    this.directory = directory;
    this.name = "lab%04x".formatted(number);
    this.prefix = "10.%d.%d.".formatted(200 + (number >> 8), number & 0xff);
  }

  /**
   * @param directory for what machines need while they run
   */
  public static MachineNetwork start(Path directory) {
    MachineNetwork network =
        new MachineNetwork(directory, ThreadLocalRandom.current().nextInt(40 << 8));
    HostCommand.run("ip", "link", "add", network.name, "type", "bridge");
    HostCommand.run("ip", "address", "add", network.address() + "/24", "dev", network.name);
    HostCommand.run("ip", "link", "set", network.name, "up");
    return network;
  }

  /** This machine's own address there. */
  public String address() {
    return prefix + 1;
  }

  /**
   * One more machine.
   *
   * @param hostname its name
   */
  public TestMachine add(String hostname) {
    int number = FIRST + machines.size();
    TestMachine machine =
        new TestMachine(
            directory.resolve(hostname), hostname, name + "-" + number, prefix + number);
    machines.push(machine);
    machine.connect(name, address());
    return machine;
  }

  @Override
  public void close() {
    machines.forEach(TestMachine::close);
    HostCommand.run("ip", "link", "delete", name);
  }
}
