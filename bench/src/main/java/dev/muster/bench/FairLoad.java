package dev.muster.bench;

import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Many watches, writers and lists of users with limits against a running server, and the few
 * requests of the system's own users among them: how long those take, who is refused, who starves.
 *
 * <p>{@code FairLoad tokens FILE} writes the users; {@code FairLoad load URL SECONDS WATCHES
 * WRITERS LISTERS} is the load, {@code FairLoad system URL SECONDS} the system's own requests, in a
 * process of their own, so that they do not wait behind the load's own threads.
 */
public final class FairLoad {
  private static final int NAMESPACES = 250;
  private static final int WATCHES_PER_CONNECTION = 100;
  private static final int LISTED = 2_000;
  private static final int USERS = 20;
  private static final long PAUSE = 20;
  private static final int WARM_UP = 8;

  private FairLoad() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "tokens" -> tokens(Path.of(args[1]));
      case "system" -> system(args[1], Integer.parseInt(args[2]));
      case "load" ->
          load(
              args[1],
              Integer.parseInt(args[2]),
              Integer.parseInt(args[3]),
              Integer.parseInt(args[4]),
              Integer.parseInt(args[5]));
      default -> throw new IllegalArgumentException(args[0] + " is none of tokens, system, load");
    }
    System.exit(0);
  }

  private static void load(String url, int seconds, int watches, int writing, int listing)
      throws Exception {
    LoadClient admin = new LoadClient(url, "admin");
    prepare(admin);
    CountDownLatch end = new CountDownLatch(1);
    List<LoadClient> clients = new ArrayList<>();
    watch(url, watches, end, clients);
    System.out.printf("watches open: %d%n", watches);
    Load writers = writers(url, writing, end, clients);
    Load listers = listers(url, listing, end, clients);
    for (int second = 0; second < seconds; second += 10) {
      Thread.sleep(10_000);
      System.out.printf(
          "%3d s: server heap %s, backlog %s%n",
          second + 10,
          admin.metric("jvm_memory_used_bytes"),
          admin.metric("muster_watch_backlog_bytes"));
    }
    end.countDown();
    System.out.println(writers.figures());
    System.out.println(listers.figures());
    System.out.printf("watches that ended and were opened again: %d%n", LoadClient.again());
    admin.flowMetrics().forEach(System.out::println);
  }

  /** The first seconds of a process, in which its own code is slow, do not count. */
  private static void system(String url, int seconds) throws Exception {
    LoadClient kubelet = new LoadClient(url, "node");
    LoadClient scheduler = new LoadClient(url, "scheduler");
    requests(kubelet, scheduler, WARM_UP);
    requests(kubelet, scheduler, seconds - WARM_UP)
        .forEach(load -> System.out.println(load.figures()));
  }

  private static List<Load> requests(LoadClient kubelet, LoadClient scheduler, int seconds)
      throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    String lease = "/apis/coordination.k8s.io/v1/namespaces/default/leases/x";
    Load reads = new Load("system (node, get)");
    reads.start(end, PAUSE, () -> kubelet.get(lease));
    Load writes = new Load("system (node, write)");
    writes.start(end, PAUSE, () -> kubelet.patch(lease, "{\"spec\":{\"holderIdentity\":\"n1\"}}"));
    Load others = new Load("system (scheduler)");
    others.start(end, PAUSE, () -> scheduler.get("/api/v1/namespaces/n0/configmaps/w0"));
    Thread.sleep(1_000L * seconds);
    end.countDown();
    return List.of(reads, writes, others);
  }

  private static void tokens(Path file) throws Exception {
    StringBuilder all = new StringBuilder("admin,admin,1,\"system:masters\"\n");
    all.append("node,system:node:n1,2,\"system:nodes,tenants\"\n");
    all.append("scheduler,system:kube-scheduler,3,\"tenants\"\n");
    for (int i = 0; i < USERS; i++) {
      all.append("lister%1$d,lister%1$d,l%1$d,\"tenants\"%n".formatted(i));
      all.append(
          "writer%1$d,system:serviceaccount:team%1$d:robot,w%1$d,\"system:serviceaccounts,tenants\"%n"
              .formatted(i));
      all.append("watcher%1$d,watcher%1$d,v%1$d,\"tenants\"%n".formatted(i));
    }
    Files.writeString(file, all);
  }

  private static void prepare(LoadClient admin) {
    admin.post(
        "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        """
        {"metadata":{"name":"tenants"},
         "roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"cluster-admin"},
         "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"Group","name":"tenants"}]}
        """);
    for (int i = 0; i < NAMESPACES; i++) {
      admin.post("/api/v1/namespaces", "{\"metadata\":{\"name\":\"n%d\"}}".formatted(i));
      admin.post(
          "/api/v1/namespaces/n%d/configmaps".formatted(i),
          "{\"metadata\":{\"name\":\"w%d\"}}".formatted(i));
    }
    for (int i = 0; i < LISTED; i++) {
      admin.post(
          "/api/v1/namespaces/default/configmaps",
          "{\"metadata\":{\"name\":\"l%d\"},\"data\":{\"text\":\"%s\"}}"
              .formatted(i, "x".repeat(500)));
    }
    admin.post(
        "/apis/coordination.k8s.io/v1/namespaces/default/leases",
        "{\"metadata\":{\"name\":\"x\"}}");
  }

  private static void watch(String url, int watches, CountDownLatch end, List<LoadClient> clients)
      throws InterruptedException {
    CountDownLatch open = new CountDownLatch(watches);
    LoadClient client = new LoadClient(url, "watcher0");
    for (int i = 0; i < watches; i++) {
      if (i % WATCHES_PER_CONNECTION == 0) {
        client = new LoadClient(url, "watcher" + i / WATCHES_PER_CONNECTION % USERS);
        clients.add(client);
      }
      client.watch("/api/v1/namespaces/n%d/configmaps".formatted(i % NAMESPACES), open, end);
    }
    open.await();
  }

  private static Load writers(String url, int count, CountDownLatch end, List<LoadClient> clients) {
    Load load = new Load("writers");
    for (int i = 0; i < count; i++) {
      LoadClient client =
          i < USERS ? new LoadClient(url, "writer" + i) : clients.get(clients.size() - USERS);
      clients.add(client);
      String path = "/api/v1/namespaces/n%1$d/configmaps/w%1$d".formatted(i % NAMESPACES);
      load.start(
          end, 100, () -> client.patch(path, "{\"data\":{\"at\":\"" + System.nanoTime() + "\"}}"));
    }
    return load;
  }

  private static Load listers(String url, int count, CountDownLatch end, List<LoadClient> clients) {
    Load load = new Load("lists");
    for (int i = 0; i < count; i++) {
      LoadClient client =
          i < USERS ? new LoadClient(url, "lister" + i) : clients.get(clients.size() - USERS);
      clients.add(client);
      load.start(end, 0, () -> client.get("/api/v1/namespaces/default/configmaps"));
    }
    return load;
  }

  /** The connections of all. */
  static HttpClient connections() {
    try {
      return HttpClient.newBuilder().sslContext(WatchFanOut.trustAll()).build();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }
}
