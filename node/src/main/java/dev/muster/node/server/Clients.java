package dev.muster.node.server;

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
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Who uses the node's server: by a certificate that the cluster signed, or by a token. */
final class Clients {
  private static final String SCHEME = "bearer ";

  private final NodeGate gate;

  Clients(NodeGate gate) {
    this.gate = gate;
  }

  void check(SSLSession session, RequestHead head, InetAddress from) throws HttpProblem {
    try {
      gate.check(certified(session), token(head), from, head.method(), head.segments().getFirst());
    } catch (AccessProblem e) {
      throw new HttpProblem(e.code(), String.valueOf(e.getMessage()));
    }
  }

  private static Optional<String> token(RequestHead head) {
    return head.header("Authorization")
        .filter(value -> value.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
        .map(value -> value.substring(SCHEME.length()).strip())
        .filter(token -> !token.isEmpty());
  }

  private static Optional<NodeUser> certified(SSLSession session) throws HttpProblem {
    try {
      if (!(session.getPeerCertificates()[0] instanceof X509Certificate own)) {
        return Optional.empty();
      }
      own.checkValidity(); // a session that is taken up again was checked when it began
      return Optional.of(user(own));
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
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
