package dev.muster.node.probes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.node.probes.HttpGet.Answer;
import dev.muster.node.probes.HttpGet.PlainAnswerException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.function.Function;

/**
 * {@code httpGet} of probes, where 200 to 399 is well, and of hooks, where any answer is.
 * Redirections are followed on the same host only; one that leads away ends a probe with a warning.
 */
final class HttpCheck {
  private static final int MOST_REDIRECTIONS = 10;

  private final Address address;
  private final JsonNode headers;
  private final String agent;
  private final long end;

  private HttpCheck(Address address, JsonNode headers, String agent, long end) {
    this.address = address;
    this.headers = headers;
    this.agent = agent;
    this.end = end;
  }

  static Outcome probe(JsonNode action, Target target) {
    return run(action, target, "kube-probe", HttpCheck::judged);
  }

  static Outcome hook(JsonNode action, Target target) {
    return run(action, target, "kube-lifecycle", HttpCheck::anyAnswer);
  }

  private static Outcome run(
      JsonNode action, Target target, String agent, Function<HttpCheck, Outcome> how) {
    int port = target.port(action.path("port"));
    return port <= 0
        ? new Outcome.Broken("invalid port number: " + port)
        : how.apply(of(action, target, port, agent));
  }

  private static HttpCheck of(JsonNode action, Target target, int port, String agent) {
    boolean secure = action.path("scheme").asText("HTTP").toLowerCase(Locale.ROOT).equals("https");
    String host = action.path("host").asText(target.host());
    Address address = new Address(secure, host, port, action.path("path").asText("/"));
    long end = System.nanoTime() + target.timeout().toNanos();
    return new HttpCheck(address, action.path("httpHeaders"), agent + "/1.35", end);
  }

  private Outcome judged() {
    try {
      Answer answer = answer();
      int status = answer.status();
      if (status < 200 || status >= 400) {
        return new Outcome.Failure("HTTP probe failed with statuscode: " + status);
      }
      return status < 300
          ? new Outcome.Success("")
          : new Outcome.Warning("Probe terminated redirects, Response body: " + answer.body());
    } catch (IOException e) {
      return new Outcome.Failure(problem(e));
    }
  }

  private Outcome anyAnswer() {
    try {
      Answer unused = answer();
      return new Outcome.Success("");
    } catch (PlainAnswerException e) {
      return insecure(e);
    } catch (IOException e) {
      return new Outcome.Failure(problem(e));
    }
  }

  /** A hook that should have been secure, and is not, is run all the same; a warning tells. */
  private Outcome insecure(PlainAnswerException refused) {
    try {
      Answer unused = new HttpCheck(address.insecure(), headers, agent, end).answer();
      return new Outcome.Warning(
          "request to HTTPS lifecycle hook "
              + address.authority()
              + " got HTTP response, retry with HTTP succeeded");
    } catch (IOException e) {
      return new Outcome.Failure(problem(refused));
    }
  }

  private Answer answer() throws IOException {
    Address at = address;
    for (int redirections = 0; ; redirections++) {
      Answer answer = HttpGet.send(at, head(at), end);
      if (!answer.redirects()) {
        return answer;
      }
      Address next = next(at, answer.location());
      if (!next.host().equals(address.host())) {
        return answer;
      }
      if (redirections + 1 >= MOST_REDIRECTIONS) {
        throw new IOException("stopped after 10 redirects");
      }
      at = next;
    }
  }

  private static Address next(Address at, String location) throws IOException {
    try {
      return at.redirected(location);
    } catch (URISyntaxException e) {
      throw new IOException("failed to parse Location header \"" + location + "\"", e);
    }
  }

  private String head(Address at) {
    String host = at.authority();
    boolean agentGiven = false;
    boolean acceptGiven = false;
    StringBuilder lines = new StringBuilder();
    for (JsonNode header : headers) {
      String name = header.path("name").asText();
      String value = header.path("value").asText().replaceAll("[\r\n]", " ");
      if (name.equalsIgnoreCase("Host")) {
        host = value;
        continue;
      }
      agentGiven |= name.equalsIgnoreCase("User-Agent");
      acceptGiven |= name.equalsIgnoreCase("Accept");
      lines.append(name).append(": ").append(value).append("\r\n");
    }
    return "Host: "
        + host
        + "\r\n"
        + (agentGiven ? "" : "User-Agent: " + agent + "\r\n")
        + (acceptGiven ? "" : "Accept: */*\r\n")
        + lines
        + "Connection: close\r\n";
  }

  /** In Go's words, which users search for. */
  private String problem(IOException problem) {
    String why =
        switch (problem) {
          case SocketTimeoutException late ->
              "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
          case ConnectException refused -> dialProblem(refused);
          case NoRouteToHostException unreachable -> dialProblem(unreachable);
          default -> String.valueOf(problem.getMessage());
        };
    return "Get \"" + address.url() + "\": " + why;
  }

  private String dialProblem(IOException problem) {
    return Handler.dialProblem(address.host(), address.port(), problem);
  }
}
