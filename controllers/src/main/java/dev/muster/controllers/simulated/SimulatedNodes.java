package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ControllerConnections;
import dev.muster.client.informers.Reflector;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import dev.muster.controllers.reconcile.ReconcileLoop;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.Node;
import dev.muster.views.CoreV1.NodeCondition;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Nodes that say of every pod that is bound to them that it runs and is ready, at once. All of them
 * read pods by one watch, so that a thousand cost little more than one; each writes as itself.
 */
public final class SimulatedNodes implements AutoCloseable, Reflector.Listener {
  private static final String NODE = "/";
  private static final int WORKERS = 16;

  private final Map<String, SimulatedNode> nodes = new TreeMap<>();
  private final Map<String, ObjectNode> pods = new ConcurrentHashMap<>();
  private final SimulatedAddresses addresses = new SimulatedAddresses();
  private final WorkQueue queue = new WorkQueue();
  private final ApiClient reader;
  private final ReconcileLoop loop;
  private final Reflector podReflector;
  private final Reflector nodeReflector;

  private SimulatedNodes(
      ControllerConnections connections, Collection<String> names, InstantSource clock) {
    for (String name : names) {
      ApiClient client = new ApiClient(connections.node(name));
      nodes.put(name, new SimulatedNode(name, client, addresses, clock));
      queue.add(NODE + name);
    }
    this.reader = new ApiClient(connections.shared());
    this.loop = ReconcileLoop.start("simulated nodes", WORKERS, queue, this::reconcile);
    this.podReflector = Reflector.start(reader, ControlledResources.PODS.path(), "", this);
    this.nodeReflector =
        Reflector.start(reader, ControlledResources.NODES.path(), "", new Registrations());
  }

  /**
   * Starts them; returns at once.
   *
   * @throws IllegalArgumentException if a name is none for a node
   */
  public static SimulatedNodes start(
      ControllerConnections connections, Collection<String> names, InstantSource clock) {
    for (String name : names) {
      List<String> wrong = Names.subdomain(name, false);
      if (!wrong.isEmpty()) {
        throw new IllegalArgumentException(
            "\"" + name + "\" is not a node's name: " + wrong.getFirst());
      }
    }
    return new SimulatedNodes(connections, names, clock);
  }

  @Override
  public void replaced(List<ObjectNode> all) {
    pods.clear();
    all.forEach(this::changed);
  }

  @Override
  public void changed(ObjectNode pod) {
    if (nodes.containsKey(nodeOf(Pod.of(pod)))) {
      String key = Meta.namespace(pod) + "/" + Meta.name(pod);
      pods.put(key, pod);
      queue.add(key);
    }
  }

  @Override
  public void deleted(ObjectNode last) {
    pods.remove(Meta.namespace(last) + "/" + Meta.name(last));
    addresses.release(last);
  }

  private static String nodeOf(Pod pod) {
    return pod.spec().nodeName().text();
  }

  private Requeue reconcile(String key) throws IOException {
    if (key.startsWith(NODE)) {
      SimulatedNode node = nodes.get(key.substring(NODE.length()));
      if (node == null) {
        return Requeue.NEVER;
      }
      node.renew();
      return Requeue.after(SimulatedNode.RENEW);
    }
    ObjectNode pod = pods.get(key);
    SimulatedNode node = pod == null ? null : nodes.get(nodeOf(Pod.of(pod)));
    if (pod != null && node != null) {
      node.report(pod);
    }
    return Requeue.NEVER;
  }

  /** A node that was silent for too long is said to be unknown: it says again how it is. */
  private final class Registrations implements Reflector.Listener {
    @Override
    public void replaced(List<ObjectNode> all) {
      all.forEach(this::changed);
    }

    @Override
    public void changed(ObjectNode object) {
      SimulatedNode node = nodes.get(Meta.name(object));
      NodeCondition ready =
          NodeCondition.of(ObjectConditions.find(Node.of(object).status().tree(), "Ready"));
      if (node != null && !ready.status().textOr("True").equals("True")) {
        node.isUnknown();
        queue.add(NODE + Meta.name(object));
      }
    }

    @Override
    public void deleted(ObjectNode last) {
      // as with a kubelet, it is back with the next start
    }
  }

  @Override
  public void close() {
    podReflector.close();
    nodeReflector.close();
    loop.close();
    nodes.values().forEach(SimulatedNode::close);
    reader.close();
  }
}
