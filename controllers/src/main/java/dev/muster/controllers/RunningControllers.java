package dev.muster.controllers;

import dev.muster.base.Closing;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ControllerConnections;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.informers.SharedInformers;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.reconcile.ReconcileLoop;
import dev.muster.controllers.reconcile.Reconciler;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Controllers at work. They wait until everything there is has been seen, then begin. */
public final class RunningControllers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningControllers.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** A controller that waits for the informers. */
  private record Made(ControllerDescriptor of, WorkQueue queue, Reconciler reconciler) {}

  private final Closing closing = new Closing();
  private final SharedInformers informers;
  private final List<Made> made = new ArrayList<>();
  private final List<ReconcileLoop> loops = new ArrayList<>();
  private final Thread starter;
  private volatile boolean started;

  private RunningControllers(
      ControllerConnections connections, List<ControllerDescriptor> chosen, InstantSource clock) {
    this.informers = new SharedInformers(closing.add(new ApiClient(connections.shared())));
    for (ControllerDescriptor one : chosen) {
      ApiClient client = closing.add(new ApiClient(connections.as(one.serviceAccount())));
      EventBroadcaster events =
          closing.add(EventBroadcaster.start(client, one.source(), "", clock));
      WorkQueue queue = new WorkQueue();
      ControllerContext context = new ControllerContext(client, informers, events, queue, clock);
      made.add(new Made(one, queue, one.make().apply(context)));
    }
    closing.add(informers);
    this.starter = Thread.ofVirtual().name("controllers").unstarted(this::run);
  }

  /**
   * Starts them; returns at once.
   *
   * @param words what {@code --controllers} says; names that are not ours are somebody else's
   */
  public static RunningControllers start(
      ControllerConnections connections, Collection<String> words, InstantSource clock) {
    List<ControllerDescriptor> chosen = new ControllerChoice(ControllerList.all()).chosen(words);
    RunningControllers running = new RunningControllers(connections, chosen, clock);
    running.informers.start();
    running.starter.start();
    return running;
  }

  private void run() {
    try {
      while (!informers.awaitSync(PATIENCE)) {
        LOG.warn("the controllers still wait for the API server's lists");
      }
      synchronized (this) {
        for (Made one : made) {
          loops.add(
              ReconcileLoop.start(
                  one.of().name(), one.of().workers(), one.queue(), one.reconciler()));
        }
      }
      started = true;
    } catch (InterruptedException e) {
      LOG.debug("told to stop before the start");
    }
  }

  /** Why they do not work yet, if they do not. */
  public Optional<String> fault() {
    return started ? Optional.empty() : Optional.of("informers have not synced");
  }

  /** Returns when none works any more. */
  @Override
  public void close() {
    starter.interrupt();
    try {
      starter.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      loops.forEach(ReconcileLoop::close);
    }
    closing.close();
  }
}
