package dev.muster.apiserver.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.running.ServerOfTheClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What another server should serve is not available, and its registration says why. */
class RemoteApiServicesTest {
  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static final String NAME =
      "/apis/apiregistration.k8s.io/v1/apiservices/v1.far.example.com";

  private static String condition() {
    return SERVER
        .client()
        .get(NAME)
        .json()
        .at("/status/conditions")
        .valueStream()
        .map(
            condition ->
                "%s=%s %s: %s"
                    .formatted(
                        condition.path("type").asText(),
                        condition.path("status").asText(),
                        condition.path("reason").asText(),
                        condition.path("message").asText()))
        .toList()
        .toString();
  }

  private static void create(String path, String json) {
    Client client = SERVER.client();
    assertThat(client.json("POST", path, json.replace('\'', '"')).status()).isEqualTo(201);
  }

  @Test
  void eachStepOnTheWayIsTold() {
    create(
        "/apis/apiregistration.k8s.io/v1/apiservices",
        "{'metadata':{'name':'v1.far.example.com'},'spec':{'group':'far.example.com','version':'v1',"
            + "'groupPriorityMinimum':1000,'versionPriority':15,'service':{'namespace':'default','name':'far'}}}");
    assertThat(condition())
        .isEqualTo("[Available=False ServiceNotFound: service/far in \"default\" is not present]");
    create(
        "/api/v1/namespaces/default/services",
        "{'metadata':{'name':'far'},'spec':{'ports':[{'name':'https','port':444}]}}");
    assertThat(condition())
        .contains("ServicePortError: service/far in \"default\" is not listening on port 443");
    SERVER
        .client()
        .text(
            "PATCH",
            "/api/v1/namespaces/default/services/far",
            "application/merge-patch+json",
            "{\"spec\":{\"ports\":[{\"name\":\"https\",\"port\":443}]}}");
    assertThat(condition())
        .contains("EndpointsNotFound: cannot find endpointslices for service/far in \"default\"");
    String slice =
        "{'metadata':{'name':'%s','labels':{'kubernetes.io/service-name':'far'}},'addressType':'IPv4',"
            + "'endpoints':[{'addresses':['10.0.0.1'],'conditions':{'ready':%s}}],"
            + "'ports':[{'name':'https','port':8443}]}";
    create(
        "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
        slice.formatted("a", "false"));
    assertThat(condition())
        .contains(
            "MissingEndpoints: endpointslices for service/far in \"default\" have no addresses with"
                + " port name \"https\"");
    create(
        "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
        slice.formatted("b", "true"));
    assertThat(condition())
        .contains("FailedDiscoveryCheck: failing or missing response from https://far.default.svc");
    SERVER.client().delete("/api/v1/namespaces/default/services/far");
    assertThat(condition()).contains("ServiceNotFound");
  }
}
