package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.MutableDeleteOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings pods' statuses to the API server, the newest of each pod, for as long as it takes; and
 * deletes pods that have ended there once their last status is written. Thread-safe; never blocks
 * its callers.
 */
public final class StatusWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StatusWriter.class);
  private static final Duration RETRY = Duration.ofMillis(500);

  /**
   * What is to be written for a pod.
   *
   * @param delete whether the pod is to be deleted after that
   */
  private record Task(Pod pod, ObjectNode status, boolean delete) {}

  /** What the API server has answered to. */
  private record Written(JsonNode status, long version) {}

  private final ApiClient client;
  private final Map<String, Task> tasks = new LinkedHashMap<>();
  private final Map<String, Written> written = new HashMap<>();
  private final Thread thread;

  public StatusWriter(ApiClient client) {
    this.client = client;
    this.thread = Thread.ofVirtual().name("pod-statuses").unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /**
   * @param pod as the API server has it; for a static pod, its mirror
   */
  synchronized void write(Pod pod, ObjectNode status, boolean delete) {
    JsonNode before = known(pod);
    if (!delete && status.equals(before) && !tasks.containsKey(pod.uid())) {
      return;
    }
    tasks.put(pod.uid(), new Task(pod, status, delete));
    notifyAll();
  }

  /**
   * The status that the API server has, as far as is known: what was written here, unless somebody
   * else has changed it since, as happens to pods of nodes that were out of reach.
   */
  private synchronized JsonNode known(Pod pod) {
    Written last = written.get(pod.uid());
    return last == null || version(pod) > last.version() ? pod.status().tree() : last.status();
  }

  /** Versions are texts; one that is no number is older than all. */
  private static long version(Pod pod) {
    return pod.metadata().resourceVersion().node().asLong();
  }

  /** A pod is gone from the API server. */
  public synchronized void forget(String uid) {
    tasks.remove(uid);
    written.remove(uid);
  }

  private synchronized Task take() throws InterruptedException {
    while (tasks.isEmpty()) {
      wait();
    }
    Map.Entry<String, Task> first = tasks.entrySet().iterator().next();
    tasks.remove(first.getKey());
    return first.getValue();
  }

  private void run() {
    try {
      while (true) {
        Task task = take();
        try {
          write(task);
        } catch (ApiProblem e) {
          if (e.isPassing()) {
            retry(task, e);
          } else {
            LOG.warn("status refused: pod={}: {}", task.pod().key(), e.getMessage());
          }
        } catch (IOException e) {
          retry(task, e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void retry(Task task, IOException problem) throws InterruptedException {
    LOG.debug("status not written: pod={} problem={}", task.pod().key(), problem.toString());
    synchronized (this) {
      tasks.putIfAbsent(task.pod().uid(), task);
    }
    Thread.sleep(RETRY);
  }

  private void write(Task task) throws IOException {
    Pod pod = task.pod();
    String path = "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
    try {
      JsonNode before = known(pod);
      @Nullable ObjectNode patch = StatusPatch.between(before, task.status());
      if (patch != null) {
        MutablePod body = MutablePod.create();
        body.metadata().replace().uid(pod.uid());
        body.status().set(patch);
        ObjectNode answer = client.strategicPatch(path + "/status", body.tree());
        synchronized (this) {
          written.put(pod.uid(), new Written(task.status(), version(Pod.of(answer))));
        }
      }
      if (task.delete()) {
        MutableDeleteOptions options =
            MutableDeleteOptions.create().kind("DeleteOptions").apiVersion("v1");
        options.gracePeriodSeconds(0).preconditions().replace().uid(pod.uid());
        client.delete(path, options.tree());
      }
    } catch (ApiProblem e) {
      if (!e.isNotFound() && !e.isConflict()) {
        throw e;
      }
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
