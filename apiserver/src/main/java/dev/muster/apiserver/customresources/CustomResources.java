package dev.muster.apiserver.customresources;

import dev.muster.admission.webhook.WebhookClient;
import dev.muster.apiserver.registry.Consequence;
import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.kinds.apiextensions.CustomResourceStrategy;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Store;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The kinds that definitions bring, kept as the store has them. Thread-safe.
 *
 * <p>INVARIANT (effect): when a write of a definition is answered, its kinds are known and served,
 * or why they are not stands in its status.
 */
public final class CustomResources implements Consequence, AutoCloseable {
  private final Kinds kinds;
  private final DefinitionIndex definitions;
  private final Store<StoredObject> store;
  private final InstantSource clock;
  private volatile @Nullable DefinitionWorker worker;
  private volatile Runnable changed = () -> {};

  /** The state of the definitions of which the kinds are made. */
  private volatile long published;

  /**
   * @param webhooks asks the servers that convert objects between versions
   */
  public CustomResources(
      Store<StoredObject> store, Kinds kinds, WebhookClient webhooks, InstantSource clock) {
    this.store = store;
    this.kinds = kinds;
    this.clock = clock;
    this.definitions = new DefinitionIndex(store, of -> ConversionWebhook.of(of, webhooks));
    publish();
  }

  /**
   * Begins to settle definitions, those first that wait for it since an earlier server.
   *
   * @param changed is called when other kinds are known than before
   */
  public void start(Registry registry, Deletes deletes, Runnable changed) {
    Kind kind = kinds.byKind("apiextensions.k8s.io/v1", "CustomResourceDefinition").orElseThrow();
    DefinitionWriter writer = new DefinitionWriter(registry, kind);
    DefinitionWorker started =
        new DefinitionWorker(
            definitions,
            writer,
            new Cleaners(definitions, new InstanceCleanup(store, kinds, deletes, writer, clock)),
            this::publishAndTell,
            clock);
    this.changed = changed;
    worker = started;
    started.start();
  }

  /** Takes in what other servers wrote about definitions. */
  public void refresh() {
    if (definitions.changes() != published) {
      publishAndTell();
    }
  }

  private void publishAndTell() {
    if (publish()) {
      changed.run();
    }
  }

  @Override
  public void follow(WriteRequest request, String name) {
    DefinitionWorker running = worker;
    if (running == null) {
      return;
    }
    Kind kind = request.kind();
    if (kind.storagePrefix().equals("customresourcedefinitions")) {
      running.settle(name);
    } else if (kind.strategy() instanceof CustomResourceStrategy custom
        && custom.version().terminating()) {
      running.look(kind.storagePrefix());
    }
  }

  /** Makes the kinds known; false if they are those that were known before. */
  private synchronized boolean publish() {
    long as = definitions.changes();
    List<Kind> now = definitions.kinds().stream().filter(this::isFree).toList();
    if (now.equals(kinds.defined())) {
      published = as;
      return false;
    }
    Predicate<Kind> served =
        kind -> kind.strategy() instanceof CustomResourceStrategy s && s.version().served();
    kinds.define(now, served);
    published = as;
    return true;
  }

  /** What is built in stays what it is. */
  private boolean isFree(Kind kind) {
    return kinds.known().stream()
        .filter(known -> known.type().content() == null)
        .filter(known -> known.apiVersion().equals(kind.apiVersion()))
        .noneMatch(
            known -> known.kind().equals(kind.kind()) || known.plural().equals(kind.plural()));
  }

  @Override
  public void close() {
    DefinitionWorker running = worker;
    if (running != null) {
      running.close();
    }
  }
}
