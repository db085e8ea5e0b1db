package dev.muster.http;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import jdk.net.ExtendedSocketOptions;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.io.WindowRateControl;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The protocols of the port and their settings. */
final class Connectors {
  private static final int KEEP_ALIVE_SECONDS = 15;

  private Connectors() {}

  static ServerConnector https(Server server, ServerOptions options, SSLContext tls) {
    HttpConfiguration http = http(options);
    HttpConnectionFactory http1 = new HttpConnectionFactory(http);
    HTTP2ServerConnectionFactory http2 = http2(http, options);
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory("h2", "http/1.1");
    alpn.setDefaultProtocol(http1.getProtocol());
    SslConnectionFactory ssl = new SslConnectionFactory(ssl(tls), alpn.getProtocol());
    // would refuse names and addresses that are not in the certificate: the client's to judge
    ssl.setEnsureSecureRequestCustomizer(false);
    ServerConnector connector = new KeptAlive(server, ssl, alpn, http2, http1);
    connector.setHost(options.bindAddress());
    connector.setPort(options.port());
    connector.setIdleTimeout(options.idleTimeout().toMillis());
    connector.setAcceptQueueSize(1024);
    return connector;
  }

  private static HttpConfiguration http(ServerOptions options) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(options.headerBytes());
    // paths are taken as they are and never touch a file: what is ambiguous elsewhere is not here
    http.setUriCompliance(UriCompliance.UNSAFE);
    return http;
  }

  private static HTTP2ServerConnectionFactory http2(HttpConfiguration http, ServerOptions options) {
    HTTP2ServerConnectionFactory http2 = new LenientHttp2(http);
    http2.setMaxConcurrentStreams(options.streamsPerConnection());
    http2.setConnectProtocolEnabled(false);
    http2.setRateControlFactory(
        new RateControl.Factory() {
          @Override
          public RateControl newRateControl(EndPoint endPoint) {
            return new WindowRateControl(options.http2EventsPerSecond(), Duration.ofSeconds(1));
          }
        });
    return http2;
  }

  private static SslContextFactory.Server ssl(SSLContext tls) {
    SslContextFactory.Server ssl = new SslContextFactory.Server();
    ssl.setSslContext(tls);
    ssl.setWantClientAuth(true);
    ssl.setRenegotiationAllowed(false);
    ssl.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    return ssl;
  }

  /** Finds clients that vanished without a word, as watches have nothing to send them for long. */
  private static final class KeptAlive extends ServerConnector {
    KeptAlive(Server server, ConnectionFactory... factories) {
      super(server, factories);
    }

    @Override
    protected void configure(Socket socket) {
      super.configure(socket);
      try {
        socket.setKeepAlive(true);
        socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, KEEP_ALIVE_SECONDS);
        socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, KEEP_ALIVE_SECONDS);
      } catch (IOException | UnsupportedOperationException e) {
        // served all the same: a write to the vanished client fails in the end
      }
    }
  }
}
