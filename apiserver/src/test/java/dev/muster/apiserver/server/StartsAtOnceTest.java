package dev.muster.apiserver.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.store.EmbeddedStore;
import dev.muster.store.Store;
import dev.muster.views.CoreV1.EndpointSubset;
import dev.muster.views.CoreV1.Endpoints;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that share a store and start at the same moment: neither knows what the other writes. */
class StartsAtOnceTest {
  private static final String ENDPOINTS =
      KubernetesKinds.kinds().byKind("v1", "Endpoints").orElseThrow().key("default", "kubernetes");

  @TempDir Path directory;

  private final Store<StoredObject> inner = EmbeddedStore.inMemory();
  private final List<ApiServer> servers = new ArrayList<>();

  @AfterEach
  void close() {
    servers.forEach(ApiServer::close);
    inner.close();
  }

  @Test
  void bothStartOnAnEmptyStore() throws Exception {
    startTwo(
        key ->
            key.equals(ENDPOINTS)
                || key.contains("/apiservices/")
                || key.endsWith("/extension-apiserver-authentication"));
    assertThat(endpoints()).hasSize(2);
  }

  @Test
  void bothStartWhereAnotherServerIsNamedAlready() throws Exception {
    servers.add(start("first", shared(key -> {})));
    startTwo(ENDPOINTS::equals);
    assertThat(endpoints()).hasSize(3);
  }

  private void startTwo(Predicate<String> meetAt) throws Exception {
    Map<String, CyclicBarrier> places = new ConcurrentHashMap<>();
    try (ExecutorService starting = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<ApiServer>> started = new ArrayList<>();
      for (String name : List.of("a", "b")) {
        Set<String> met = ConcurrentHashMap.newKeySet();
        Store<StoredObject> store =
            shared(
                key -> {
                  if (meetAt.test(key) && met.add(key)) {
                    meet(places.computeIfAbsent(key, absent -> new CyclicBarrier(2)), key);
                  }
                });
        started.add(starting.submit(() -> start(name, store)));
      }
      for (Future<ApiServer> each : started) {
        servers.add(each.get());
      }
    }
  }

  private static void meet(CyclicBarrier place, String key) {
    try {
      place.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("only one server writes " + key, e);
    }
  }

  private interface BeforePut {
    void of(String key);
  }

  /** The one store, as one of several servers has it. */
  @SuppressWarnings("unchecked")
  private Store<StoredObject> shared(BeforePut before) {
    return (Store<StoredObject>)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (self, method, arguments) -> {
              return switch (method.getName()) {
                case "shared" -> true;
                case "close" -> null;
                case "put", "putUnlessOvertaken" -> {
                  before.of((String) arguments[0]);
                  yield invoke(method, arguments);
                }
                default -> invoke(method, arguments);
              };
            });
  }

  private @Nullable Object invoke(Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(inner, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private ApiServer start(String name, Store<StoredObject> store) throws IOException {
    ServerConfig config =
        ServerConfig.in(directory.resolve(name)).onPort(0).with(Authorization.by("RBAC"));
    return ApiServer.start(config, (same, kinds) -> store);
  }

  /** One part for each port, and so for each server on this machine. */
  private List<EndpointSubset> endpoints() {
    List<EndpointSubset> found = new ArrayList<>();
    Endpoints.of(Objects.requireNonNull(inner.snapshot().get(ENDPOINTS)).value().tree())
        .subsets()
        .forEach(found::add);
    return found;
  }
}
