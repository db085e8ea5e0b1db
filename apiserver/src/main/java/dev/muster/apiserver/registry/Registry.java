package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts that every write needs, and the way from a write to the store. */
public final class Registry {
  private final Store<StoredObject> store;
  private final AdmissionChain admission;
  private final FieldOwnership ownership;
  private final List<WriteGuard> guards;
  private final List<Assignment> assignments;
  private final List<Consequence> consequences;
  private final InstantSource clock;

  public Registry(
      Store<StoredObject> store,
      AdmissionChain admission,
      FieldOwnership ownership,
      List<WriteGuard> guards,
      List<Assignment> assignments,
      InstantSource clock) {
    this(store, admission, ownership, guards, assignments, List.of(), clock);
  }

  public Registry(
      Store<StoredObject> store,
      AdmissionChain admission,
      FieldOwnership ownership,
      List<WriteGuard> guards,
      List<Assignment> assignments,
      List<Consequence> consequences,
      InstantSource clock) {
    this.store = store;
    this.admission = admission;
    this.ownership = ownership;
    this.guards = List.copyOf(guards);
    this.assignments = List.copyOf(assignments);
    this.consequences = List.copyOf(consequences);
    this.clock = clock;
  }

  public Store<StoredObject> store() {
    return store;
  }

  public InstantSource clock() {
    return clock;
  }

  FieldOwnership ownership() {
    return ownership;
  }

  /** The entry, or null. */
  public @Nullable Entry<StoredObject> find(Kind kind, String namespace, String name) {
    return store.snapshot().get(kind.key(namespace, name));
  }

  /** The entry, or a 404. */
  public Entry<StoredObject> get(Kind kind, String namespace, String name) {
    Entry<StoredObject> entry = find(kind, namespace, name);
    if (entry == null) {
      throw Status.notFound(kind.group(), kind.plural(), name).exception();
    }
    return entry;
  }

  /**
   * What is stored, as the version that is stored has it now. Built-in kinds are stored in one
   * version only; that of a custom resource may have changed since it was written.
   */
  public static ObjectNode current(Kind kind, StoredObject stored) {
    ObjectNode tree = stored.tree();
    return kind.type().content() == null
        ? tree
        : kind.conversion().fromStored(tree).put("apiVersion", kind.apiVersion());
  }

  /** Whether what is stored would be stored otherwise today. */
  static boolean isOutdated(Kind kind, StoredObject stored) {
    return kind.type().content() != null && !current(kind, stored).equals(stored.tree());
  }

  Assignment.Hold assign(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    List<Assignment.Hold> holds = new ArrayList<>();
    boolean done = false;
    try {
      for (Assignment assignment : assignments) {
        holds.add(assignment.assign(request, object, old));
      }
      done = true;
      return () -> holds.forEach(Assignment.Hold::close);
    } finally {
      if (!done) {
        holds.forEach(Assignment.Hold::close);
      }
    }
  }

  /** To be called when a write was stored. */
  void follow(WriteRequest request, String name) {
    for (Consequence consequence : consequences) {
      consequence.follow(request, name);
    }
  }

  void guard(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    for (WriteGuard guard : guards) {
      guard.check(request, object, old);
    }
  }

  /** Lets the mutating plugins at a write. */
  public void admit(
      Operation operation,
      WriteRequest request,
      @Nullable ObjectNode object,
      @Nullable ObjectNode old) {
    admission.admit(admissionRequest(operation, request, object, old));
  }

  /** Lets the plugins that may only refuse at a write. */
  public void validateAdmission(
      Operation operation,
      WriteRequest request,
      @Nullable ObjectNode object,
      @Nullable ObjectNode old) {
    admission.validate(admissionRequest(operation, request, object, old));
  }

  private static AdmissionRequest admissionRequest(
      Operation operation,
      WriteRequest request,
      @Nullable ObjectNode object,
      @Nullable ObjectNode old) {
    String name = request.name();
    if (name.isEmpty() && object != null) {
      name = object.path("metadata").path("name").asText();
    }
    return new AdmissionRequest(
        operation,
        request.kind(),
        request.asked(),
        request.subresource(),
        request.namespace(),
        name,
        object,
        old,
        request.user(),
        request.dryRun(),
        request.options(),
        request.warn());
  }
}
