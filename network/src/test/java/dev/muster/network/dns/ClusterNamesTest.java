package dev.muster.network.dns;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names as Kubernetes' DNS specification has them. */
class ClusterNamesTest {
  private static final Map<String, Integer> TYPES =
      Map.of(
          "A", RecordType.A,
          "AAAA", RecordType.AAAA,
          "SRV", RecordType.SRV,
          "PTR", RecordType.PTR,
          "TXT", RecordType.TXT,
          "SOA", RecordType.SOA,
          "NS", RecordType.NS);

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          kubernetes.default.svc.cluster.local     | A    | 10.96.0.1
          web.shop.svc.cluster.local               | A    | 10.96.7.7
          web.shop.svc.cluster.local               | AAAA | NODATA
          web.shop.svc.cluster.local               | SRV  | 80 web.shop.svc.cluster.local
          _http._tcp.web.shop.svc.cluster.local    | SRV  | 80 web.shop.svc.cluster.local
          _http._tcp.web.shop.svc.cluster.local    | A    | NODATA
          _http._udp.web.shop.svc.cluster.local    | SRV  | NXDOMAIN
          _nope._tcp.web.shop.svc.cluster.local    | SRV  | NXDOMAIN
          http.tcp.web.shop.svc.cluster.local      | SRV  | NXDOMAIN
          peers.shop.svc.cluster.local             | A    | 10.1.0.2, 10.1.0.3
          one.peers.shop.svc.cluster.local         | A    | 10.1.0.2
          10-1-0-3.peers.shop.svc.cluster.local    | A    | 10.1.0.3
          10-1-0-2.peers.shop.svc.cluster.local    | A    | NXDOMAIN
          10-1-0-4.peers.shop.svc.cluster.local    | A    | NXDOMAIN
          inside.peers.shop.svc.cluster.local      | A    | NXDOMAIN
          _db._tcp.peers.shop.svc.cluster.local    | SRV  | 5432 one.peers.shop.svc.cluster.local, 5432 10-1-0-3.peers.shop.svc.cluster.local
          empty.shop.svc.cluster.local             | A    | NODATA
          out.shop.svc.cluster.local               | A    | = web.example
          below.out.shop.svc.cluster.local         | A    | NXDOMAIN
          nope.shop.svc.cluster.local              | A    | NXDOMAIN
          web.nowhere.svc.cluster.local            | A    | NXDOMAIN
          shop.svc.cluster.local                   | A    | NODATA
          nowhere.svc.cluster.local                | A    | NXDOMAIN
          svc.cluster.local                        | A    | NODATA
          cluster.local                            | A    | NODATA
          cluster.local                            | SOA  | SOA
          cluster.local                            | NS   | ns.dns.cluster.local
          ns.dns.cluster.local                     | A    | 10.96.0.10
          dns-version.cluster.local                | TXT  | 1.1.0
          web.example.cluster.local                | A    | NXDOMAIN
          10-1-0-9.shop.pod.cluster.local          | A    | 10.1.0.9
          10-1-0-9.nowhere.pod.cluster.local       | A    | NXDOMAIN
          10-1-0-999.shop.pod.cluster.local        | A    | NXDOMAIN
          010-1-0-9.shop.pod.cluster.local         | A    | NXDOMAIN
          shop.pod.cluster.local                   | A    | NODATA
          1.0.96.10.in-addr.arpa                   | PTR  | kubernetes.default.svc.cluster.local
          1.0.96.10.in-addr.arpa                   | A    | NODATA
          2.0.1.10.in-addr.arpa                    | PTR  | one.peers.shop.svc.cluster.local
          3.0.1.10.in-addr.arpa                    | PTR  | NXDOMAIN
          9.9.96.10.in-addr.arpa                   | PTR  | NXDOMAIN
          8.8.8.8.in-addr.arpa                     | PTR  | ELSEWHERE
          web.example                              | A    | ELSEWHERE
          notcluster.local                         | A    | ELSEWHERE
          local                                    | A    | ELSEWHERE
          ''                                       | NS   | ELSEWHERE
          web..shop.svc.cluster.local              | A    | NXDOMAIN
          .web.shop.svc.cluster.local              | A    | NXDOMAIN
          """)
  void areAnswered(String name, String type, String expected) {
    Integer number = TYPES.get(type);
    assertThat(number).isNotNull();
    assertThat(shown(SomeObjects.names().answer(name, number == null ? 0 : number)))
        .isEqualTo(expected);
  }

  private static String shown(NameAnswer answer) {
    return switch (answer) {
      case NameAnswer.Found found -> records(found.answers());
      case NameAnswer.Alias alias -> "= " + alias.cname().target();
      case NameAnswer.NoData none -> "NODATA";
      case NameAnswer.NoSuchName none -> "NXDOMAIN";
      case NameAnswer.Elsewhere elsewhere -> "ELSEWHERE";
    };
  }

  private static String records(List<NameRecord> records) {
    return String.join(
        ", ",
        records.stream()
            .map(
                record ->
                    switch (record) {
                      case NameRecord.A a -> a.address().toString();
                      case NameRecord.Srv srv -> srv.port() + " " + srv.target();
                      case NameRecord.Ptr ptr -> ptr.target();
                      case NameRecord.Cname cname -> cname.target();
                      case NameRecord.Txt txt -> txt.text();
                      case NameRecord.Ns ns -> ns.target();
                      case NameRecord.Soa soa -> "SOA";
                    })
            .toList());
  }
}
