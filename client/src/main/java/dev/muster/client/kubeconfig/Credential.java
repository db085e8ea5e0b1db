package dev.muster.client.kubeconfig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;

/** What a client sends to prove who it is, beside its certificate. Never prints it. */
public sealed interface Credential {

  /** The value of the Authorization header, if there is to be one. */
  Optional<String> header() throws IOException;

  /** Nothing. */
  record None() implements Credential {
    @Override
    public Optional<String> header() {
      return Optional.empty();
    }
  }

  /** Always the same. */
  record Fixed(String value) implements Credential {
    static Fixed token(String token) {
      return new Fixed("Bearer " + token);
    }

    static Fixed password(String user, String password) {
      byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
      return new Fixed("Basic " + Base64.getEncoder().encodeToString(both));
    }

    @Override
    public Optional<String> header() {
      return Optional.of(value);
    }

    @Override
    public String toString() {
      return "Fixed[...]";
    }
  }

  /** The token that a file holds now; it may be replaced at any time. */
  record TokenFile(Path file) implements Credential {
    private static final int LONGEST = 64 * 1024;

    @Override
    public Optional<String> header() throws IOException {
      if (Files.size(file) > LONGEST) {
        throw new IOException(file + ": longer than a token can be");
      }
      String token = Files.readString(file).strip();
      if (token.isEmpty() || token.chars().anyMatch(c -> c <= ' ' || c > '~')) {
        throw new IOException(file + ": does not hold a token");
      }
      return Optional.of("Bearer " + token);
    }
  }

  /** What a program gives, asked again when that has expired. Thread-safe. */
  final class Exec implements Credential {
    private final ExecPlugin plugin;
    private final InstantSource clock;
    private ExecCredential last;

    /** With what the program gave first. */
    Exec(ExecPlugin plugin, ExecCredential first, InstantSource clock) {
      this.plugin = plugin;
      this.last = first;
      this.clock = clock;
    }

    @Override
    public synchronized Optional<String> header() throws IOException {
      if (last.expires().filter(time -> !time.isAfter(clock.instant())).isPresent()) {
        last = plugin.run();
      }
      return last.token().isEmpty() ? Optional.empty() : Optional.of("Bearer " + last.token());
    }

    @Override
    public String toString() {
      return "Exec[" + plugin + "]";
    }
  }
}
