package dev.muster.apiserver.work;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.Client;
import dev.muster.apiserver.server.StoredServer;
import dev.muster.model.scheme.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * Sends objects with every list and map of every kind at three lengths, and tells of which the work
 * grew with the square of the length. Runs in a JVM with {@link TurnAgent}.
 */
public final class Sweep {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What an object of the longest length may have, so that three times as much fits a body. */
  private static final int OBJECT_BYTES = 256 * 1024;

  private static final int SHORTER = 4;

  private final StoredServer server;
  private final SweepScope scope;
  private final Client client;
  private final Set<String> seen = new HashSet<>();
  private final Map<Integer, Integer> answers = new TreeMap<>();
  private int measured;
  private int squares;

  private Sweep(StoredServer server, SweepScope scope) {
    this.server = server;
    this.scope = scope;
    this.client = new Client(server.url(), server.token());
  }

  /**
   * Ends with 1 if there is a square.
   *
   * @param arguments the name of a {@link SweepScope}, then a pattern of names of kinds
   */
  public static void main(String[] arguments) throws IOException {
    SweepScope scope = SweepScope.valueOf(arguments[0]);
    Pattern kinds = Pattern.compile(arguments.length > 1 ? arguments[1] : ".*");
    int squares;
    try (StoredServer server = new StoredServer(Files.createTempDirectory("sweep"))) {
      Sweep sweep = new Sweep(server, scope);
      server.kinds().all().stream()
          .filter(kind -> kinds.matcher(kind.kind()).matches())
          .forEach(sweep::sweep);
      System.out.printf(
          "measured %d, squares %d, answers %s%n", sweep.measured, sweep.squares, sweep.answers);
      squares = sweep.squares;
    }
    System.exit(squares == 0 ? 0 : 1);
  }

  private void sweep(Kind kind) {
    for (Grown grown : scope.grown) {
      sweep(kind, "every list of " + kind.kind(), grown, length -> grown.all(kind, length));
    }
    for (ListField field : ListField.of(kind)) {
      if (seen.add(scope.everywhere ? field.toString() : field.declared())) {
        for (Grown grown : scope.grown) {
          sweep(kind, field.toString(), grown, length -> grown.object(field, length));
        }
      }
    }
    System.out.printf("%s %s, measured %d%n", kind.apiVersion(), kind.kind(), measured);
  }

  private void sweep(Kind kind, String what, Grown grown, IntFunction<ObjectNode> object) {
    for (LargeRequest request : scope.requests) {
      if (request.fits(kind)) {
        measured++;
        int length = fitting(object, scope.length);
        Growth growth = growth(kind, request, object, length);
        if (growth.suspect() && square(kind, request, object, length)) {
          squares++;
          System.out.printf(
              "SQUARE %s %s of %s: %s, in %s%n", request, what, grown, growth, growth.most());
        }
      }
    }
  }

  /** Twice, since the first of all may have been what else the server did. */
  private boolean square(
      Kind kind, LargeRequest request, IntFunction<ObjectNode> object, int length) {
    Growth shorter = growth(kind, request, object, Math.max(1, length / SHORTER));
    Growth again = growth(kind, request, object, length);
    return again.square(shorter) && growth(kind, request, object, length).square(shorter);
  }

  private static int fitting(IntFunction<ObjectNode> object, int length) {
    int size = bytes(object.apply(length)).length;
    return size < OBJECT_BYTES ? length : (int) ((long) length * OBJECT_BYTES / size);
  }

  private Growth growth(
      Kind kind, LargeRequest request, IntFunction<ObjectNode> object, int length) {
    Work[] works = new Work[3];
    for (int i = 0; i < works.length; i++) {
      ObjectNode stored = object.apply(length * (i + 1));
      byte[] body = request.body(stored);
      if (request.stored) {
        server.put(kind, kind.namespaced() ? "default" : "", "o", bytes(stored));
      }
      works[i] = Work.of(() -> send(kind, request, body));
    }
    return Growth.of(length, works[0], works[1], works[2]);
  }

  private void send(Kind kind, LargeRequest request, byte[] body) {
    boolean read = request.method.equals("GET");
    Answer answer =
        client.send(
            request.method,
            request.path(kind),
            read ? null : body,
            Map.of(read ? "Accept" : "Content-Type", List.of(request.type)));
    answers.merge(answer.status(), 1, Integer::sum);
  }

  static byte[] bytes(ObjectNode object) {
    try {
      return JSON.writeValueAsBytes(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
