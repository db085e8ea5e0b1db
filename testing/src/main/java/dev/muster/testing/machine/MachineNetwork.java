package dev.muster.testing.machine;

import dev.muster.testing.NamespaceNetwork;
import dev.muster.testing.NetworkPlace;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** What several machines, and this one, are connected by; goes with all of them. */
public final class MachineNetwork implements AutoCloseable {
  private final Path directory;
  private final NamespaceNetwork network = NamespaceNetwork.create(0);
  private final Deque<TestMachine> machines = new ArrayDeque<>();

  private MachineNetwork(Path directory) {
    this.directory = directory;
  }

  /**
   * One without machines.
   *
   * @param directory for what machines need while they run
   */
  public static MachineNetwork start(Path directory) {
    return new MachineNetwork(directory);
  }

  /** This machine's own address there. */
  public String address() {
    return network.address();
  }

  /**
   * One more machine, which finds by way of this one whatever is not there.
   *
   * @param hostname its name
   */
  public TestMachine add(String hostname) {
    NetworkPlace place = network.add();
    place.run("ip", "route", "add", "default", "via", address());
    TestMachine machine =
        new TestMachine(directory.resolve(hostname), hostname, place, () -> network.isIdle(place));
    machines.push(machine);
    machine.boot();
    return machine;
  }

  @Override
  public void close() {
    machines.forEach(TestMachine::close);
    network.close();
  }
}
