package dev.muster.http;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.NetworkConnectionLimit;

/** Bounds the connections of all connectors together, of those that come later too. */
final class ConnectionLimit extends NetworkConnectionLimit {
  private final Object lock = new Object();
  private final List<AbstractConnector> later = new ArrayList<>();
  private boolean limiting;

  ConnectionLimit(int connections, AbstractConnector connector) {
    super(connections, connector);
  }

  /** Counts the connections of a connector that is not started yet. */
  void addLater(AbstractConnector connector) {
    connector.addBean(this, false);
    synchronized (lock) {
      later.add(connector);
      connector.setAccepting(!limiting);
    }
  }

  @Override
  protected void limit() {
    super.limit();
    accept(false);
  }

  @Override
  protected void unlimit() {
    super.unlimit();
    accept(true);
  }

  private void accept(boolean accepting) {
    synchronized (lock) {
      limiting = !accepting;
      later.forEach(connector -> connector.setAccepting(accepting));
    }
  }
}
