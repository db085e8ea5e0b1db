package dev.muster.node.probes;

import dev.muster.base.go.GoText;
import dev.muster.client.http.OutgoingHead;
import dev.muster.node.probes.HttpGet.Answer;
import dev.muster.node.probes.HttpGet.PlainAnswerException;
import dev.muster.views.CoreV1.HTTPGetAction;
import dev.muster.views.CoreV1.HTTPHeader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * {@code httpGet} of probes, where 200 to 399 is well, and of hooks, where any answer is.
 * Redirections are followed on the same host only; one that leads away ends a probe with a warning.
 */
final class HttpCheck {
  private static final int MOST_REDIRECTIONS = 10;

  /** Where a request ends is not for its author to say. */
  private static final Set<String> FRAMING =
      Set.of("content-length", "transfer-encoding", "trailer");

  private final Address address;
  private final List<HTTPHeader> headers;
  private final String agent;
  private final long end;
  private final ProbeSockets.Opening sockets;

  private HttpCheck(
      Address address,
      List<HTTPHeader> headers,
      String agent,
      long end,
      ProbeSockets.Opening sockets) {
    this.address = address;
    this.headers = headers;
    this.agent = agent;
    this.end = end;
    this.sockets = sockets;
  }

  static ProbeResult probe(HTTPGetAction action, ProbeTarget target, ProbeSockets.Opening sockets) {
    return run(action, target, sockets, "kube-probe", HttpCheck::judged);
  }

  static ProbeResult hook(HTTPGetAction action, ProbeTarget target, ProbeSockets.Opening sockets) {
    return run(action, target, sockets, "kube-lifecycle", HttpCheck::anyAnswer);
  }

  private static ProbeResult run(
      HTTPGetAction action,
      ProbeTarget target,
      ProbeSockets.Opening sockets,
      String agent,
      Function<HttpCheck, ProbeResult> how) {
    int port = target.port(action.port());
    if (port <= 0) {
      return new ProbeResult.Broken("invalid port number: " + port);
    }
    HttpCheck check = of(action, target, sockets, port, agent);
    return check.address.isWellFormed()
        ? how.apply(check)
        : new ProbeResult.Broken(
            "parse " + GoText.quote(check.address.url()) + ": invalid character in host name");
  }

  private static HttpCheck of(
      HTTPGetAction action,
      ProbeTarget target,
      ProbeSockets.Opening sockets,
      int port,
      String agent) {
    boolean secure = action.scheme().textOr("HTTP").toLowerCase(Locale.ROOT).equals("https");
    String host = target.host(action.host());
    Address address = new Address(secure, host, port, action.path().textOr("/"));
    long end = System.nanoTime() + target.timeout().toNanos();
    return new HttpCheck(address, action.httpHeaders(), agent + "/1.35", end, sockets);
  }

  private ProbeResult judged() {
    try {
      Answer answer = answer();
      int status = answer.status();
      if (status < 200 || status >= 400) {
        return new ProbeResult.Failure("HTTP probe failed with statuscode: " + status);
      }
      return status < 300
          ? new ProbeResult.Success("")
          : new ProbeResult.Warning("Probe terminated redirects, Response body: " + answer.body());
    } catch (IOException e) {
      return new ProbeResult.Failure(problem(e));
    }
  }

  private ProbeResult anyAnswer() {
    try {
      Answer unused = answer();
      return new ProbeResult.Success("");
    } catch (PlainAnswerException e) {
      return insecure(e);
    } catch (IOException e) {
      return new ProbeResult.Failure(problem(e));
    }
  }

  /** A hook that should have been secure, and is not, is run all the same; a warning tells. */
  private ProbeResult insecure(PlainAnswerException refused) {
    try {
      Answer unused = new HttpCheck(address.insecure(), harmless(), agent, end, sockets).answer();
      return new ProbeResult.Warning(
          "request to HTTPS lifecycle hook "
              + address.authority()
              + " got HTTP response, retry with HTTP succeeded");
    } catch (IOException e) {
      return new ProbeResult.Failure(problem(refused));
    }
  }

  /** The headers without what only the right server may see. */
  private List<HTTPHeader> harmless() {
    return headers.stream()
        .filter(header -> !header.name().text().equalsIgnoreCase("Authorization"))
        .toList();
  }

  private Answer answer() throws IOException {
    Address at = address;
    for (int redirections = 0; ; redirections++) {
      Answer answer = HttpGet.send(at, head(at), end, sockets);
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
      throw new IOException("failed to parse Location header " + GoText.quote(location), e);
    }
  }

  private byte[] head(Address at) throws ProtocolException {
    String host = at.authority();
    Set<String> given = new HashSet<>();
    OutgoingHead head = new OutgoingHead("GET", at.target());
    for (HTTPHeader header : headers) {
      String name = header.name().text();
      String value = header.value().text();
      given.add(name.toLowerCase(Locale.ROOT));
      if (name.equalsIgnoreCase("Host")) {
        host = value;
      } else if (!FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
        head.header(name, value);
      }
    }
    head.host(host);
    if (!given.contains("user-agent")) {
      head.header("User-Agent", agent);
    }
    if (!given.contains("accept")) {
      head.header("Accept", "*/*");
    }
    return head.header("Connection", "close").bytes();
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
    return "Get " + GoText.quote(address.url()) + ": " + why;
  }

  private String dialProblem(IOException problem) {
    return Handler.dialProblem(address.host(), address.port(), problem);
  }
}
