package dev.muster.kinds.certificates;

import dev.muster.pki.CertificateRequest;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bouncycastle.asn1.x509.GeneralName;

/** The signers that Kubernetes has, and what each of them signs. */
public enum Signers {
  /** Certificates with which anybody is a user. */
  CLIENT("kubernetes.io/kube-apiserver-client") {
    @Override
    public Optional<String> fault(CertificateRequest request, Collection<String> usages) {
      for (String usage : usages) {
        if (!CLIENT_USAGES.contains(usage)) {
          return Optional.of("invalid usage for client certificate: " + usage);
        }
      }
      return usages.contains("client auth")
          ? Optional.empty()
          : Optional.of("missing required usage for client certificate: client auth");
    }
  },

  /** Certificates with which a node is a user. */
  KUBELET_CLIENT("kubernetes.io/kube-apiserver-client-kubelet") {
    @Override
    public Optional<String> fault(CertificateRequest request, Collection<String> usages) {
      if (!request.organizations().equals(NODES)) {
        return Optional.of(NOT_NODES);
      }
      for (Alternative kind : Alternative.values()) {
        if (kind.isIn(request)) {
          return Optional.of(kind.word + " subjectAltNames are not allowed");
        }
      }
      if (!request.commonName().startsWith(NODE)) {
        return Optional.of(NOT_A_NODE);
      }
      return usagesFault(usages, "client auth");
    }
  },

  /** Certificates with which a node serves. */
  KUBELET_SERVING("kubernetes.io/kubelet-serving") {
    @Override
    public Optional<String> fault(CertificateRequest request, Collection<String> usages) {
      if (!request.organizations().equals(NODES)) {
        return Optional.of(NOT_NODES);
      }
      if (!Alternative.DNS.isIn(request) && !Alternative.IP.isIn(request)) {
        return Optional.of("DNS or IP subjectAltName is required");
      }
      for (Alternative kind : List.of(Alternative.EMAIL, Alternative.URI)) {
        if (kind.isIn(request)) {
          return Optional.of(kind.word + " subjectAltNames are not allowed");
        }
      }
      Optional<String> fault = usagesFault(usages, "server auth");
      if (fault.isPresent()) {
        return fault;
      }
      return request.commonName().startsWith(NODE) ? Optional.empty() : Optional.of(NOT_A_NODE);
    }
  };

  private static final Set<String> CLIENT_USAGES =
      Set.of("digital signature", "key encipherment", "client auth");
  private static final List<String> NODES = List.of("system:nodes");
  private static final String NODE = "system:node:";
  private static final String NOT_NODES = "subject organization is not system:nodes";
  private static final String NOT_A_NODE = "subject common name does not begin with system:node:";

  private final String signerName;

  Signers(String signerName) {
    this.signerName = signerName;
  }

  /** As in {@code spec.signerName}. */
  public String signerName() {
    return signerName;
  }

  /** The signer of this name, if it is one of ours. */
  public static Optional<Signers> of(String signerName) {
    for (Signers one : values()) {
      if (one.signerName.equals(signerName)) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  /** Why it does not sign such a request; empty if it does. */
  public abstract Optional<String> fault(CertificateRequest request, Collection<String> usages);

  /** Keys other than RSA have nothing to encipher keys with. */
  private static Optional<String> usagesFault(Collection<String> usages, String purpose) {
    Set<String> asked = new HashSet<>(usages);
    Set<String> all = new TreeSet<>(Set.of("digital signature", "key encipherment", purpose));
    return asked.equals(all) || asked.equals(Set.of("digital signature", purpose))
        ? Optional.empty()
        : Optional.of("usages did not match [" + String.join(" ", all) + "]");
  }

  /** The kinds of alternative names, in the order in which they are looked at. */
  private enum Alternative {
    DNS("DNS", GeneralName.dNSName),
    EMAIL("Email", GeneralName.rfc822Name),
    IP("IP", GeneralName.iPAddress),
    URI("URI", GeneralName.uniformResourceIdentifier);

    private final String word;
    private final int tag;

    Alternative(String word, int tag) {
      this.word = word;
      this.tag = tag;
    }

    private boolean isIn(CertificateRequest request) {
      return request.hasAlternative(other -> other == tag);
    }
  }
}
