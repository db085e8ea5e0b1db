package dev.muster.node.server;

import dev.muster.http.Exchange;
import dev.muster.node.access.AccessProblem;
import dev.muster.node.access.NodeGate;
import dev.muster.node.access.NodeUser;
import java.net.InetAddress;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** Who uses the node's server: by a certificate that the cluster signed, or by a token. */
final class Clients {
  private static final String SCHEME = "bearer ";

  private final NodeGate gate;

  Clients(NodeGate gate) {
    this.gate = gate;
  }

  void check(NodeRequest request) throws HttpProblem {
    try {
      gate.check(
          certified(request.exchange().clientCertificates()),
          token(request.exchange()),
          InetAddress.ofLiteral(request.exchange().remoteAddress()),
          request.method(),
          request.first());
    } catch (AccessProblem e) {
      throw new HttpProblem(e.code(), String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> token(Exchange exchange) {
    return Optional.ofNullable(exchange.header("Authorization"))
        .filter(value -> value.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
        .map(value -> value.substring(SCHEME.length()).strip())
        .filter(token -> !token.isEmpty());
  }

  private static Optional<NodeUser> certified(List<X509Certificate> chain) throws HttpProblem {
    if (chain.isEmpty()) {
      return Optional.empty();
    }
    try {
      // a session that is taken up again was checked when it began
      chain.getFirst().checkValidity();
      return Optional.of(user(chain.getFirst()));
    } catch (NamingException | CertificateException e) {
      throw new HttpProblem(401, "Unauthorized");
    }
  }

  private static NodeUser user(X509Certificate certificate) throws NamingException, HttpProblem {
    String name = "";
    List<String> groups = new ArrayList<>();
    for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
      for (Attribute each : Collections.list(part.toAttributes().getAll())) {
        if (each.getID().equalsIgnoreCase("O")) {
          groups.add(String.valueOf(each.get()));
        } else if (each.getID().equalsIgnoreCase("CN")) {
          name = String.valueOf(each.get());
        }
      }
    }
    if (name.isEmpty()) {
      throw new HttpProblem(401, "Unauthorized");
    }
    return NodeUser.ofCertificate(name, groups);
  }
}
