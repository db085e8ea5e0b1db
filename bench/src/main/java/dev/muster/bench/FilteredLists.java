package dev.muster.bench;

import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authentication;
import dev.muster.apiserver.server.ServerConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Lists 5,000 pods of 50 namespaces over TLS, as somebody who may list them all and, in turn, as
 * somebody with a role in every namespace who asks for what they may see. Prints medians and their
 * ratio, and beside them those of somebody with a role in one namespace.
 */
public final class FilteredLists {
  private static final int NAMESPACES = 50;
  private static final int PODS = 100;
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";

  private final HttpClient client;
  private final String url;

  private FilteredLists(HttpClient client, String url) {
    this.client = client;
    this.url = url;
  }

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 200;
    Path data = Files.createTempDirectory("filtered");
    Path tokens = data.resolve("tokens.csv");
    Files.writeString(tokens, "all,admin,1,\"system:masters\"\nmany,many,2,crew\nfew,few,3,crew\n");
    ServerConfig config =
        ServerConfig.in(data.resolve("data"))
            .onPort(0)
            .with(Admission.without("ServiceAccount"))
            .with(Authentication.defaults().withTokenFile(tokens));
    try (ApiServer server = ApiServer.start(config);
        HttpClient client = HttpClient.newBuilder().sslContext(WatchFanOut.trustAll()).build()) {
      FilteredLists bench = new FilteredLists(client, server.url());
      bench.fill();
      bench.measure(rounds);
    }
  }

  private void fill() throws IOException, InterruptedException {
    create(
        RBAC + "/clusterroles",
        "{'metadata':{'name':'lister'},'rules':[{'apiGroups':[''],'resources':['pods'],'verbs':['list']}]}");
    for (int i = 0; i < NAMESPACES; i++) {
      String namespace = "n" + i;
      create("/api/v1/namespaces", "{'metadata':{'name':'%s'}}".formatted(namespace));
      bind(namespace, "many");
      if (i == 0) {
        bind(namespace, "few");
      }
      for (int n = 0; n < PODS; n++) {
        create(
            "/api/v1/namespaces/" + namespace + "/pods",
            "{'metadata':{'name':'p%d'},'spec':{'containers':[{'name':'c','image':'i'}]}}"
                .formatted(n));
      }
    }
  }

  private void bind(String namespace, String user) throws IOException, InterruptedException {
    create(
        RBAC + "/namespaces/" + namespace + "/rolebindings",
        "{'metadata':{'name':'%1$s'},'roleRef':{'kind':'ClusterRole','name':'lister'},'subjects':[{'kind':'User','name':'%1$s'}]}"
            .formatted(user));
  }

  private void create(String path, String body) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        client.send(
            request("all", path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 201) {
      throw new IOException(answer.body());
    }
  }

  private HttpRequest.Builder request(String token, String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .header("Authorization", "Bearer " + token);
  }

  private void measure(int rounds) throws IOException, InterruptedException {
    String plain = "/api/v1/pods";
    String filtered = plain + "?access.muster.dev/filter=true";
    List<Double> all = new ArrayList<>();
    List<Double> many = new ArrayList<>();
    List<Double> few = new ArrayList<>();
    for (int i = 0; i < 2 * rounds; i++) {
      double one = list("all", plain);
      double other = list("many", filtered);
      double last = list("few", filtered);
      if (i >= rounds) { // the first half warms up
        all.add(one);
        many.add(other);
        few.add(last);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "list of 5,000 pods: plain %.1f ms, filtered %.1f ms (%.2fx); 100 of them, filtered %.1f ms%n",
        median(all),
        median(many),
        median(many) / median(all),
        median(few));
  }

  private double list(String token, String path) throws IOException, InterruptedException {
    long started = System.nanoTime();
    HttpResponse<byte[]> answer =
        client.send(request(token, path).build(), HttpResponse.BodyHandlers.ofByteArray());
    if (answer.statusCode() != 200) {
      throw new IOException("HTTP " + answer.statusCode());
    }
    return (System.nanoTime() - started) / 1e6;
  }

  private static double median(List<Double> values) {
    Collections.sort(values);
    return values.get(values.size() / 2);
  }
}
