package dev.muster.apiserver.authn.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.muster.apiserver.certificates.TestAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An OpenID provider on loopback: HTTPS, a discovery document, keys that rotate, signed tokens. */
public final class TestProvider implements AutoCloseable {
  private static final String DISCOVERY = "/.well-known/openid-configuration";

  private static @Nullable RSAKey firstKey;

  private final HttpsServer server;
  private final String authority;
  private final List<JWK> keys = new CopyOnWriteArrayList<>();
  private final AtomicInteger keyFetches = new AtomicInteger();
  private volatile HttpHandler discovery;
  private volatile HttpHandler keySet;

  private TestProvider(HttpsServer server, String authority) {
    this.server = server;
    this.authority = authority;
    this.discovery = exchange -> send(exchange, 200, document(url()));
    this.keySet = exchange -> send(exchange, 200, new JWKSet(keys).toString());
  }

  public static TestProvider start(Path directory) throws IOException, JOSEException {
    TestAuthority authority = TestAuthority.in(directory, "provider");
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(authority.serving(authority.server())));
    TestProvider provider = new TestProvider(server, Files.readString(authority.certificate()));
    provider.keys.add(first());
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(DISCOVERY, exchange -> provider.discovery.handle(exchange));
    server.createContext(
        "/keys",
        exchange -> {
          provider.keyFetches.incrementAndGet();
          provider.keySet.handle(exchange);
        });
    server.start();
    return provider;
  }

  /** Made once: it takes longer than most tests. */
  private static synchronized RSAKey first() throws JOSEException {
    if (firstKey == null) {
      firstKey = new RSAKeyGenerator(2048).keyID("first").generate();
    }
    return firstKey;
  }

  public String url() {
    return "https://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Who vouches for it, as PEM. */
  public String authority() {
    return authority;
  }

  public String document(String issuer) {
    return "{\"issuer\": \"%s\", \"jwks_uri\": \"%s/keys\"}".formatted(issuer, url());
  }

  public RSAKey addKey(String id) throws JOSEException {
    RSAKey key = new RSAKeyGenerator(2048).keyID(id).generate();
    keys.add(key);
    return key;
  }

  public ECKey addCurveKey(String id) throws JOSEException {
    ECKey key = new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    keys.add(key);
    return key;
  }

  public void removeKey(String id) {
    keys.removeIf(key -> key.getKeyID().equals(id));
  }

  public JWK key(String id) {
    return keys.stream().filter(key -> key.getKeyID().equals(id)).findFirst().orElseThrow();
  }

  /** How often the keys were asked for. */
  public int keyFetches() {
    return keyFetches.get();
  }

  public void answerDiscovery(HttpHandler handler) {
    discovery = handler;
  }

  /** Answers at a path of its own. */
  public void answerAt(String path, HttpHandler handler) {
    server.createContext(path, handler);
  }

  public void answerKeys(HttpHandler handler) {
    keySet = handler;
  }

  /** A token for the audience {@code muster}, good for an hour, of the first key. */
  public String token(String subject, Consumer<JWTClaimsSet.Builder> claims) throws JOSEException {
    return token(subject, key("first"), claims);
  }

  public String token(String subject, JWK key, Consumer<JWTClaimsSet.Builder> claims)
      throws JOSEException {
    Instant now = Instant.now();
    JWTClaimsSet.Builder builder =
        new JWTClaimsSet.Builder()
            .issuer(url())
            .subject(subject)
            .audience("muster")
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(3600)));
    claims.accept(builder);
    JWSSigner signer =
        key instanceof ECKey ec ? new ECDSASigner(ec) : new RSASSASigner((RSAKey) key);
    JWSAlgorithm algorithm = key instanceof ECKey ? JWSAlgorithm.ES256 : JWSAlgorithm.RS256;
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build(), builder.build());
    token.sign(signer);
    return token.serialize();
  }

  public static void send(HttpExchange exchange, int code, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
