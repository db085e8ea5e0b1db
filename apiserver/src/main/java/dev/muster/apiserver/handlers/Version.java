package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.apiserver.http.Endpoint;
import dev.muster.apiserver.http.Exchange;

/** The version of Kubernetes whose behaviour is served, in the form clients ask for it. */
final class Version implements Endpoint {
  static final int MAJOR = 1;
  static final int MINOR = 35;

  /** As {@code kubectl version} shows it. */
  static final String GIT = "v" + MAJOR + "." + MINOR + ".0+muster";

  private final byte[] document;

  Version() {
    String minor = Integer.toString(MINOR);
    String major = Integer.toString(MAJOR);
    document =
        Ascii.bytes(
            JsonNodeFactory.instance
                .objectNode()
                .put("major", major)
                .put("minor", minor)
                .put("emulationMajor", major)
                .put("emulationMinor", minor)
                .put("minCompatibilityMajor", major)
                .put("minCompatibilityMinor", Integer.toString(MINOR - 1))
                .put("gitVersion", GIT)
                .put("gitCommit", "")
                .put("gitTreeState", "")
                .put("buildDate", "1970-01-01T00:00:00Z")
                .put("goVersion", "none")
                .put("compiler", "javac " + Runtime.version().feature())
                .put("platform", "linux/" + System.getProperty("os.arch"))
                .toPrettyString());
  }

  @Override
  public void handle(Exchange exchange) {
    exchange.respond(200, "application/json", document);
  }
}
