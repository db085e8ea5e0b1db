package dev.muster.apiserver.work;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.kinds.Kind;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.server.StoredServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * Sends objects with every list and map of every kind at three lengths, and tells which work grew
 * with the square of the length. Runs in a JVM with {@link TurnAgent}.
 */
public final class Sweep {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LENGTH = 100;
  private static final int LONG = 800;
  private static final int BODY_LIMIT = 3 * 1024 * 1024;

  private final StoredServer server;
  private final Client client;
  private final Map<Integer, Integer> answers = new TreeMap<>();
  private int measured;
  private int found;

  private Sweep(StoredServer server) {
    this.server = server;
    this.client = new Client(server.url(), server.token());
  }

  /**
   * @param arguments {@code all} for each list wherever it is; else each where its type first has
   *     it. Then a part of a kind's name, or nothing for all.
   */
  public static void main(String[] arguments) throws IOException {
    boolean all = arguments.length > 0 && arguments[0].equals("all");
    String only = arguments.length > 1 ? arguments[1] : "";
    Path directory = Files.createTempDirectory("sweep");
    int found;
    try (StoredServer server = new StoredServer(directory)) {
      found = new Sweep(server).run(all, only);
    }
    System.exit(found == 0 ? 0 : 1);
  }

  private int run(boolean all, String only) {
    Set<String> seen = new HashSet<>();
    for (Kind kind : server.kinds().all()) {
      if (!kind.kind().contains(only)) {
        continue;
      }
      long started = System.nanoTime();
      int before = measured;
      for (Elements elements : Elements.values()) {
        Grown plain = new Grown(elements, false);
        measure(kind, "every list of " + kind.kind(), plain, count -> plain.all(kind, count), all);
      }
      for (ListField field : ListField.of(kind)) {
        if (!seen.add(all ? field.toString() : field.declared())) {
          continue;
        }
        for (Elements elements : Elements.values()) {
          for (boolean whole : all ? new boolean[] {false, true} : new boolean[] {true}) {
            Grown grown = new Grown(elements, whole);
            measure(kind, field.toString(), grown, count -> grown.object(field, count), all);
          }
        }
      }
      System.out.printf(
          "%s %s: %d, %d ms%n",
          kind.apiVersion(),
          kind.kind(),
          measured - before,
          (System.nanoTime() - started) / 1_000_000);
    }
    System.out.println("measured " + measured + ", found " + found + ", answers " + answers);
    return found;
  }

  private void measure(
      Kind kind, String what, Grown grown, IntFunction<ObjectNode> object, boolean all) {
    List<Request> requests =
        System.getenv("ALLREQ") != null ? List.of(Request.values()) : List.of(Request.CREATE, Request.REPLACE, Request.STRATEGIC_MERGE, Request.APPLY, Request.NODE_GRAPH);
    for (Request request : requests) {
      if (!request.fits(kind)) {
        continue;
      }
      measured++;
      int longest = fitting(object, LONG);
      int length = Math.min(LENGTH, longest / 8);
      Growth growth = growth(kind, request, object, length);
      if (growth.suspect()) {
        growth = growth(kind, request, object, length);
      }
      if (growth.suspect()) {
        Growth confirmed = growth(kind, request, object, longest);
        boolean quadratic =
            confirmed.staysAs(growth)
                && growth(kind, request, object, longest).staysAs(growth);
        System.out.printf(
            "%s %s %s %s: %s; %s%s%n",
            quadratic ? "QUADRATIC" : "bounded",
            request,
            what,
            grown,
            growth,
            confirmed,
            quadratic ? " in " + confirmed.most() : "");
        found += quadratic ? 1 : 0;
      }
    }
  }

  /** As long as is asked for, or as three times that fits into a body. */
  private static int fitting(IntFunction<ObjectNode> object, int length) {
    int size = bytes(object.apply(length)).length;
    return size < BODY_LIMIT / 4 ? length : (int) ((long) length * BODY_LIMIT / 4 / size);
  }

  private Growth growth(
      Kind kind, Request request, IntFunction<ObjectNode> object, int length) {
    Work[] works = new Work[3];
    for (int i = 0; i < works.length; i++) {
      ObjectNode stored = object.apply(length * (i + 1));
      byte[] body = bytes(request.body(stored));
      if (request.stored) {
        server.put(kind, kind.namespaced() ? "default" : "", "o", bytes(stored));
      }
      works[i] = Work.of(() -> send(kind, request, body));
    }
    return Growth.of(length, works[0], works[1], works[2]);
  }

  private void send(Kind kind, Request request, byte[] body) {
    long t = System.nanoTime();
    boolean read = request.method.equals("GET");
    Answer answer =
        client.send(
            request.method,
            request.path(kind),
            read ? null : request == Request.NODE_GRAPH ? Request.REVIEW : body,
            Map.of(read ? "Accept" : "Content-Type", List.of(request.type)));
    answers.merge(answer.status(), 1, Integer::sum);
    if (System.getenv("SHOW") != null) {
      System.out.println("  " + request + " " + body.length + " bytes " + (System.nanoTime()-t)/1000000 + " ms " + answer.status() + " "
              + (answer.body().contains("\"message\":") ? answer.body().substring(answer.body().indexOf("\"message\":")).substring(0, Math.min(220, answer.body().length() - answer.body().indexOf("\"message\":"))) : ""));
    }
  }

  private static byte[] bytes(ObjectNode object) {
    try {
      return JSON.writeValueAsBytes(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
