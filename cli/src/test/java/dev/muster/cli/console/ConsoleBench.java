package dev.muster.cli.console;

import dev.muster.client.api.ApiReply;
import dev.muster.client.api.ApiRequest;
import dev.muster.client.api.NetworkTransport;
import dev.muster.client.kubeconfig.ClientConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long each interaction takes, from the key or click to what is seen, with 10,000 bindings and
 * 5,000 pods. Printed, not asserted; run by {@code bench/run-console}.
 */
class ConsoleBench {
  private static final int BINDINGS = 10_000;
  private static final int PODS = 5_000;
  private static final int NAMESPACES = 500;
  private static final int ROUNDS = 5;
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";

  @TempDir private Path directory;

  @Test
  void measure() throws Exception {
    try (ConsoleSite site = ConsoleSite.start(directory);
        NetworkTransport transport =
            new NetworkTransport(ClientConfig.read(site.server.kubeconfig()), "console-bench/1")) {
      fill(transport);
      site.signIn();
      Browser browser = site.browser;
      print(
          browser,
          "Ask: a refusal",
          "#/ask?user=user-8&group=busy&verb=delete&resource=pods&name=web&namespace=ns-1",
          ".verdict.no");
      print(
          browser,
          "Ask: an allowance",
          "#/ask?user=user-8&group=busy&verb=get&resource=pods&namespace=ns-1",
          ".verdict.yes");
      print(browser, "Who can", "#/who-can?verb=get&resource=pods&namespace=ns-1", ".subject");
      print(
          browser,
          "Who can, in any namespace",
          "#/who-can?verb=get&resource=pods&all=true",
          ".subject");
      print(browser, "What can a user", "#/can?user=user-8", ".matrix .cell");
      print(
          browser,
          "What can a group with 5,000 bindings",
          "#/can?user=x&group=busy",
          ".matrix .cell");
      typing(browser, "The matrix, filtered", "input[type=search]", "ns-49", "");
      print(browser, "What if", "#/what-if?manifest=" + CHANGE, ".moves");
      print(browser, "Processes: the first pods", "#/processes", ".pod");
      print(browser, "Processes: all pods", "#/processes", "main:has(.summary:not(.reading)) .pod");
      typing(browser, "Processes, filtered", "#process-filter", "pod-49", "");
      print(browser, "Policies", "#/policies", "#trial-pod");
      print(browser, "Windows accounts", "#/accounts", "main .empty");
      browser.go("#/ask?verb=get&resource=pods&namespace=ns-1");
      browser.see("Take it along");
      completion(browser, "users", "#user", "user-19");
      browser.go("#/ask?verb=get&resource=pods");
      browser.see("Take it along");
      completion(browser, "pods' names", "#name", "pod-4");
    }
  }

  /** The first, which reads all there is, until some are offered; the same to its end; another. */
  private static void completion(Browser browser, String of, String field, String text) {
    String hash = browser.address().replaceAll("^[^#]*", "");
    List<Double> first = new ArrayList<>();
    List<Double> whole = new ArrayList<>();
    List<Double> again = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      reloaded(browser, hash);
      first.add(typed(browser, field, text, "[role=option]"));
      reloaded(browser, hash);
      whole.add(typed(browser, field, text, ".popup:not(:has(.popup-note)) [role=option]"));
      again.add(typed(browser, field, text.substring(0, text.length() - 1), "[role=option]"));
    }
    report("Completion of " + of + ", the first time", first);
    report("Completion of " + of + ", until all are read", whole);
    report("Completion of " + of + ", from then on", again);
  }

  /** The same screen, of somebody who has just signed in. */
  private static void reloaded(Browser browser, String hash) {
    browser.go("#/live");
    browser.see("Live");
    browser.script("import('/console/parts/known.js').then((known) => known.forget())");
    browser.go(hash);
    browser.see("Take it along");
  }

  private static final String CHANGE =
      "%7B%22apiVersion%22%3A%22rbac.authorization.k8s.io%2Fv1%22%2C%22kind%22%3A%22ClusterRole%22%2C%22metadata%22%3A%7B%22name%22%3A%22viewer%22%7D%2C%22rules%22%3A%5B%7B%22apiGroups%22%3A%5B%22%22%5D%2C%22resources%22%3A%5B%22secrets%22%5D%2C%22verbs%22%3A%5B%22get%22%5D%7D%5D%7D";

  private static void print(Browser browser, String what, String hash, String seen) {
    List<Double> times = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      browser.go("#/live");
      browser.see("Live");
      times.add(browser.millisUntil("location.hash = arguments[0]", hash, seen));
    }
    report(what, times);
  }

  private static void typing(Browser browser, String what, String field, String text, String seen) {
    report(what, List.of(typed(browser, field, text, seen)));
  }

  private static double typed(Browser browser, String field, String text, String seen) {
    String code =
        "const f = document.querySelector('%s'); f.focus(); f.value = arguments[0]; f.dispatchEvent(new Event('input', {bubbles: true}))"
            .formatted(field);
    double millis = browser.millisUntil(code, text, seen);
    browser.script("document.activeElement.blur()");
    return millis;
  }

  private static void report(String what, List<Double> times) {
    List<Double> sorted = times.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "%-45s first %7.1f ms, median %7.1f ms, worst %7.1f ms%n",
        what,
        times.getFirst(),
        sorted.get(sorted.size() / 2),
        sorted.getLast());
  }

  private static void fill(NetworkTransport transport) throws Exception {
    create(
        transport,
        RBAC + "/clusterroles",
        """
        {"metadata":{"name":"viewer"},"rules":[{"apiGroups":[""],"resources":["pods","services","configmaps"],"verbs":["get","list","watch"]}]}\
        """);
    List<String[]> all = new ArrayList<>();
    for (int i = 0; i < NAMESPACES; i++) {
      create(transport, "/api/v1/namespaces", "{\"metadata\":{\"name\":\"ns-" + i + "\"}}");
      create(
          transport,
          "/api/v1/namespaces/ns-" + i + "/serviceaccounts",
          "{\"metadata\":{\"name\":\"default\"}}");
    }
    for (int i = 0; i < BINDINGS; i++) {
      String subject =
          i % 2 == 0
              ? "{\"kind\":\"User\",\"name\":\"user-" + i % 2000 + "\"}"
              : "{\"kind\":\"Group\",\"name\":\"busy\"}";
      all.add(
          new String[] {
            RBAC + "/namespaces/ns-" + i % NAMESPACES + "/rolebindings",
            "{\"metadata\":{\"name\":\"b-"
                + i
                + "\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"viewer\"},\"subjects\":["
                + subject
                + "]}"
          });
    }
    for (int i = 0; i < PODS; i++) {
      all.add(
          new String[] {
            "/api/v1/namespaces/ns-" + i % 50 + "/pods",
            "{\"metadata\":{\"name\":\"pod-"
                + i
                + "\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"example.com/web:1\"}]}}"
          });
    }
    createAll(transport, all);
  }

  private static void createAll(NetworkTransport transport, List<String[]> all)
      throws InterruptedException, ExecutionException {
    Semaphore seats = new Semaphore(16);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> made = new ArrayList<>();
      for (String[] each : all) {
        seats.acquire();
        made.add(
            threads.submit(
                () -> {
                  try {
                    create(transport, each[0], each[1]);
                  } finally {
                    seats.release();
                  }
                  return null;
                }));
      }
      for (Future<?> each : made) {
        each.get();
      }
    }
  }

  private static void create(NetworkTransport transport, String path, String body)
      throws IOException {
    ApiReply reply =
        transport.send(
            new ApiRequest(
                "POST", path, "application/json", body.getBytes(StandardCharsets.UTF_8), false));
    try (var in = reply.body()) {
      String said = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (reply.status() != 201) {
        throw new IOException(path + ": " + said);
      }
    }
  }
}
