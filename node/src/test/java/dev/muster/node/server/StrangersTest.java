package dev.muster.node.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrangersTest {
  private final Strangers strangers = new Strangers(6, 3);

  private static final class From extends Socket {
    private final InetAddress address;

    From(int last) throws UnknownHostException {
      address = InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
    }

    @Override
    public InetAddress getInetAddress() {
      return address;
    }
  }

  private List<Socket> add(int address, int count) throws UnknownHostException {
    List<Socket> added = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      added.add(new From(address));
      strangers.add(added.getLast());
    }
    return added;
  }

  private static List<Boolean> closed(List<Socket> sockets) {
    return sockets.stream().map(Socket::isClosed).toList();
  }

  @Test
  void anAddressPushesOutItsOwnOldest() throws Exception {
    List<Socket> quiet = add(1, 1);
    List<Socket> loud = add(2, 5);
    assertThat(closed(quiet)).containsExactly(false);
    assertThat(closed(loud)).containsExactly(true, true, false, false, false);
    assertThat(strangers.total()).isEqualTo(4);
  }

  @Test
  void manyAddressesPushOutTheOldestOfTheOneThatHasMost() throws Exception {
    List<Socket> loud = add(1, 3);
    List<Socket> others = new ArrayList<>();
    for (int address = 2; address < 7; address++) {
      others.addAll(add(address, 1));
    }
    assertThat(closed(loud)).containsExactly(true, true, false);
    assertThat(closed(others)).containsOnly(false);
    assertThat(strangers.total()).isEqualTo(6);
  }

  @Test
  void whoIsKnownIsNotPushedOut() throws Exception {
    List<Socket> first = add(1, 1);
    strangers.remove(first.getFirst());
    add(1, 5);
    assertThat(closed(first)).containsExactly(false);
    strangers.remove(first.getFirst());
    assertThat(strangers.total()).isEqualTo(3);
  }
}
