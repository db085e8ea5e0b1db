package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.kinds.features.KubeVersion;

/** The version of Kubernetes whose behaviour is served, in the form clients ask for it. */
final class ServedVersion implements Endpoint {
  static final int MAJOR = KubeVersion.CURRENT.major();
  static final int MINOR = KubeVersion.CURRENT.minor();

  /** As {@code kubectl version} shows it. */
  static final String GIT = "v" + MAJOR + "." + MINOR + ".0+muster";

  private final byte[] document;

  /**
   * @param emulated the version whose features are served
   */
  ServedVersion(KubeVersion emulated) {
    String minor = Integer.toString(MINOR);
    String major = Integer.toString(MAJOR);
    String emulatedMajor = Integer.toString(emulated.major());
    document =
        Ascii.bytes(
            JsonNodeFactory.instance
                .objectNode()
                .put("major", major)
                .put("minor", minor)
                .put("emulationMajor", emulatedMajor)
                .put("emulationMinor", Integer.toString(emulated.minor()))
                .put("minCompatibilityMajor", emulatedMajor)
                .put("minCompatibilityMinor", Integer.toString(emulated.minor() - 1))
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
