package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.Deletes;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteOutcome;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.apiserver.visibility.VisibleByRole;
import dev.muster.base.deadline.Deadline;
import dev.muster.base.go.GoText;
import dev.muster.http.Body;
import dev.muster.http.Exchange;
import dev.muster.model.codec.Bodies;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.store.Entry;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.List;
import java.util.function.Consumer;

/** The verbs on objects and collections. */
final class ResourceHandler {
  private final Registry registry;
  private final Negotiation encodings;
  private final Bodies bodies;
  private final Lists lists;
  private final Watches watches;
  private final Writes writes;
  private final Patching patching;
  private final Deletes deletes;
  private final StoredOnly storedOnly;

  ResourceHandler(
      Registry registry,
      Negotiation encodings,
      Bodies bodies,
      Lists lists,
      Watches watches,
      Writes writes,
      Patching patching,
      Deletes deletes,
      StoredOnly storedOnly) {
    this.registry = registry;
    this.encodings = encodings;
    this.bodies = bodies;
    this.lists = lists;
    this.watches = watches;
    this.writes = writes;
    this.patching = patching;
    this.deletes = deletes;
    this.storedOnly = storedOnly;
  }

  void handle(ResourceRequest request) throws InterruptedException {
    checkName(request.target().name());
    NegotiatedEncoding encoding = encodings.of(request.exchange(), request.kind(), request.query());
    switch (request.target().verb()) {
      case "get" -> get(request, encoding);
      case "list" -> list(request, encoding);
      case "watch" -> watch(request, encoding);
      case "create" -> answer(request, encoding, writes.create(request));
      case "update" -> answer(request, encoding, writes.update(request));
      case "patch" -> answer(request, encoding, patching.patch(request));
      case "delete" -> delete(request, encoding);
      case "deletecollection" -> deleteCollection(request, encoding);
      default -> throw Status.methodNotAllowed().exception();
    }
  }

  /** A name that cannot be one is looked for nowhere. */
  private static void checkName(String name) {
    List<String> faults = name.isEmpty() ? List.of() : Names.pathSegment(name, false);
    if (!faults.isEmpty()) {
      throw Status.badRequest(
              "Name parameter invalid: " + GoText.quote(name) + ": " + String.join(";", faults))
          .exception();
    }
  }

  private void get(ResourceRequest request, NegotiatedEncoding encoding) {
    if (request.query().has("resourceVersion")) {
      lists.newest(ListOptions.of(request.query(), true).version());
    }
    Entry<StoredObject> entry =
        registry.get(request.stored(), request.target().namespace(), request.target().name());
    Body body = new Body(2);
    encoding.object(entry.value(), body);
    request.exchange().respond(200, encoding.contentType(), body);
  }

  private void list(ResourceRequest request, NegotiatedEncoding encoding) {
    ListOptions options = ListOptions.of(request.query(), false);
    NegotiatedEncoding.Page page = lists.list(request.target(), options, request.visible());
    Body body = new Body(2 * page.items().size() + 2);
    encoding.list(page, body);
    request.exchange().respond(200, encoding.contentType(), body);
  }

  private void watch(ResourceRequest request, NegotiatedEncoding encoding)
      throws InterruptedException {
    if (!request.exchange().method().equals("GET")) {
      throw Status.methodNotAllowed().exception();
    }
    ListOptions options = ListOptions.of(request.query(), true);
    if (encoding.contentType().equals("application/yaml")) {
      throw Status.of(
              406,
              "NotAcceptable",
              "only the following media types are accepted: application/json;stream=watch,"
                  + " application/vnd.kubernetes.protobuf;stream=watch")
          .exception();
    }
    ListOptions narrowed =
        request.target().name().isEmpty() ? options : options.ofOne(request.target().name());
    if (request.visible() instanceof VisibleByRole visible) {
      lists.newest(narrowed.version()); // nobody knows yet who sees what at a later one
      new FilteredWatch(watches, request.target(), narrowed, visible)
          .watch(request.exchange(), encoding);
    } else {
      watches.watch(request.exchange(), request.target(), narrowed, encoding);
    }
  }

  private void delete(ResourceRequest request, NegotiatedEncoding encoding) {
    DeleteBodies.Parsed parsed = deletion(request);
    Deletes.Deleted deleted =
        deletes.delete(write(request, parsed, request.target().name()), parsed.options());
    Kind kind = request.stored();
    if (!deleted.gone() || kind.strategy().returnsDeletedObject()) {
      int status = !deleted.gone() && parsed.deletesDependents() ? 202 : 200;
      answer(request.exchange(), encoding, status, deleted.outcome(kind));
      return;
    }
    Status.Details about =
        new Status.Details(
            request.target().name(),
            request.kind().group(),
            request.kind().plural(),
            ObjectMeta.ofObject(deleted.object()).uid().text(),
            List.of(),
            0);
    Answers.status(request.exchange(), Status.success(about));
  }

  private void deleteCollection(ResourceRequest request, NegotiatedEncoding encoding) {
    ListOptions options = ListOptions.of(request.query(), false);
    DeleteBodies.Parsed parsed = deletion(request);
    NegotiatedEncoding.Page page = lists.list(request.target(), options, request.visible());
    for (StoredObject object : page.items()) {
      Deadline.check();
      deletes.deleteFromCollection(inOwnNamespace(request, parsed, object), parsed.options());
    }
    // the objects as they were: an answer does not tell which of them wait for their finalizers
    Body body = new Body(2 * page.items().size() + 2);
    encoding.list(page, body);
    request.exchange().respond(200, encoding.contentType(), body);
  }

  /** The options, after a word to those who leave something open that they may not know of. */
  private DeleteBodies.Parsed deletion(ResourceRequest request) {
    DeleteBodies.Parsed parsed = DeleteBodies.read(request, bodies);
    if (parsed.options().propagation().isEmpty()) {
      request.stored().strategy().deletionWarnings().forEach(request.warnings());
    }
    return parsed;
  }

  private static WriteRequest write(
      ResourceRequest request, DeleteBodies.Parsed parsed, String name) {
    Consumer<String> warn = request.warnings();
    return new WriteRequest(
        request.stored(),
        request.kind(),
        request.target().namespace(),
        name,
        "",
        request.user(),
        parsed.dryRun(),
        "delete",
        parsed.tree(),
        warn);
  }

  private static WriteRequest inOwnNamespace(
      ResourceRequest request, DeleteBodies.Parsed parsed, StoredObject object) {
    return write(request, parsed, "")
        .of(
            object.fields().getOrDefault("metadata.namespace", ""),
            object.fields().getOrDefault("metadata.name", ""));
  }

  private void answer(ResourceRequest request, NegotiatedEncoding encoding, WriteOutcome outcome) {
    storedOnly
        .warnings(request.kind(), outcome.created(), outcome.object()::tree)
        .forEach(request.warnings());
    answer(request.exchange(), encoding, outcome.created() ? 201 : 200, outcome);
  }

  private static void answer(
      Exchange exchange, NegotiatedEncoding encoding, int status, WriteOutcome outcome) {
    Body body = new Body(2);
    encoding.object(outcome.object(), body);
    exchange.respond(status, encoding.contentType(), body);
  }
}
