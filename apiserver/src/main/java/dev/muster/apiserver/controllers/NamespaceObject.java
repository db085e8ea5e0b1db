package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.model.field.At;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.views.CoreV1.ConfigMap;
import dev.muster.views.CoreV1.MutableConfigMap;
import dev.muster.views.CoreV1.Namespace;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Sees to it that every active namespace has a certain object: the default service account, the
 * root CA.
 */
final class NamespaceObject implements Controller {
  private final String name;
  private final Writer writer;
  private final Kind namespaces;
  private final Kind kind;
  private final String objectName;
  private final Supplier<ObjectNode> content;

  private NamespaceObject(
      String name,
      Writer writer,
      Kinds kinds,
      String kind,
      String objectName,
      Supplier<ObjectNode> content) {
    this.name = name;
    this.writer = writer;
    this.namespaces = kinds.byKind("v1", "Namespace").orElseThrow();
    this.kind = kinds.byKind("v1", kind).orElseThrow();
    this.objectName = objectName;
    this.content = content;
  }

  static Controller defaultServiceAccount(Writer writer, Kinds kinds) {
    return new NamespaceObject(
        "serviceaccount-controller",
        writer,
        kinds,
        "ServiceAccount",
        "default",
        JsonNodeFactory.instance::objectNode);
  }

  static Controller rootCa(Writer writer, Kinds kinds, Supplier<String> pem) {
    return new NamespaceObject(
        "root-ca-certificate-publisher-controller",
        writer,
        kinds,
        "ConfigMap",
        "kube-root-ca.crt",
        () -> {
          MutableConfigMap object = MutableConfigMap.create();
          object.data().map().put("ca.crt", pem.get());
          return object.tree();
        });
  }

  @Override
  public String name() {
    return name;
  }

  /** So that whoever waits for the server can create pods at once. */
  @Override
  public void prepare() {
    var all = writer.registry().store().snapshot().range(namespaces.storagePrefix() + "/", "");
    while (all.hasNext()) {
      Sync unused = sync(Namespace.of(all.next().value().tree()).metadata().name().text());
    }
  }

  @Override
  public Collection<String> keysFor(Change change) {
    if (change.isOf(namespaces.storagePrefix())) {
      return change.gone() ? List.of() : List.of(change.name());
    }
    return change.isOf(kind.storagePrefix()) && change.name().equals(objectName)
        ? List.of(change.namespace())
        : List.of();
  }

  @Override
  public Sync sync(String namespace) {
    Entry<StoredObject> entry = writer.registry().find(namespaces, "", namespace);
    if (entry == null || ObjectLinks.of(entry.value()).deleting()) {
      return Sync.DONE;
    }
    Entry<StoredObject> present = writer.registry().find(kind, namespace, objectName);
    ObjectNode wanted = content.get();
    At data = ConfigMap.of(wanted).data();
    if (present == null) {
      MutableObjectMeta.ofObject(wanted).name(objectName).namespace(namespace);
      writer.create(kind, namespace, wanted);
    } else if (data.present()
        && !ConfigMap.of(present.value().tree()).data().node().equals(data.node())) {
      writer.change(
          kind, namespace, objectName, "", next -> MutableConfigMap.of(next).data(data.node()));
    }
    return Sync.DONE;
  }
}
