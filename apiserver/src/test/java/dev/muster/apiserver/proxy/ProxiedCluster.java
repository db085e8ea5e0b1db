package dev.muster.apiserver.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** A server with a node, pods and services, all of which are sockets of a test. */
final class ProxiedCluster implements AutoCloseable {
  static final String PODS = "/api/v1/namespaces/default/pods/";
  static final String SERVICES = "/api/v1/namespaces/default/services/";
  static final String NODES = "/api/v1/nodes/";

  final RunningServer server;
  final String address = OutsideAddress.get();
  final RawBackend pod = new RawBackend(address);
  final RawBackend kubelet;

  ProxiedCluster(Path directory) throws IOException {
    server = RunningServer.alone(directory);
    kubelet =
        new RawBackend(
            address,
            Pki.open(PkiOptions.in(directory.resolve("data")), Clock.systemUTC())
                .nodeServerContext("n", List.of("n", address))
                .getServerSocketFactory());
    node("n", address, kubelet.port());
    pod("p", address, pod.port());
  }

  void node(String name, String ip, int port) {
    created(
        "/api/v1/nodes",
        """
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"%s"},"status":{
         "addresses":[{"type":"InternalIP","address":"%s"}],
         "daemonEndpoints":{"kubeletEndpoint":{"Port":%d}}}}
        """
            .formatted(name, ip, port));
  }

  void pod(String name, String ip, int port) {
    created(
        "/api/v1/namespaces/default/pods",
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"%s"},"spec":{"nodeName":"n",
         "containers":[{"name":"c","image":"i","ports":[{"containerPort":%d}]}]}}
        """
            .formatted(name, port));
    Answer answer =
        server
            .client()
            .text(
                "PATCH",
                PODS + name + "/status",
                "application/merge-patch+json",
                "{\"status\":{\"podIP\":\"%1$s\",\"podIPs\":[{\"ip\":\"%1$s\"}]}}".formatted(ip));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  /** A service whose one endpoint is said to be this pod, at this address. */
  void service(String name, String pod, String namespace, String ip, int port) {
    created(
        "/api/v1/namespaces/default/services",
        """
        {"apiVersion":"v1","kind":"Service","metadata":{"name":"%s"},
         "spec":{"ports":[{"name":"web","port":80}]}}
        """
            .formatted(name));
    String target =
        pod.isEmpty()
            ? ""
            : ",\"targetRef\":{\"kind\":\"Pod\",\"namespace\":\"%s\",\"name\":\"%s\"}"
                .formatted(namespace, pod);
    created(
        "/api/v1/namespaces/default/endpoints",
        """
        {"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"%s"},"subsets":[
         {"addresses":[{"ip":"%s"%s}],"ports":[{"name":"web","port":%d}]}]}
        """
            .formatted(name, ip, target, port));
  }

  void created(String path, String body) {
    Answer answer = server.client().json("POST", path, body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
  }

  Answer get(String path) {
    return server.client().get(path);
  }

  String ask(String line, String... headers) throws IOException {
    return RawClient.ask(server, line, headers);
  }

  @Override
  public void close() throws IOException {
    pod.close();
    kubelet.close();
    server.close();
  }
}
