package dev.muster.apiserver.authn.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** From a file or flags to a configuration that can be used, or to all that is wrong with it. */
public final class AuthenticationConfigReader {
  /** The longest file that is read. */
  static final int LONGEST = 3 << 20;

  private final List<String> disallowed;

  /**
   * @param disallowed issuers that nobody else may be: those of service account tokens
   */
  public AuthenticationConfigReader(Collection<String> disallowed) {
    this.disallowed = List.copyOf(disallowed);
  }

  /**
   * The configuration in a file.
   *
   * @throws InvalidAuthenticationConfigException with everything that is wrong
   */
  public LoadedAuthentication read(java.nio.file.Path file) {
    ObjectNode tree;
    byte[] bytes;
    try {
      bytes = bytes(file);
      tree = AuthenticationConfigDecoder.decode(bytes);
    } catch (IOException | DecodeException e) {
      throw new InvalidAuthenticationConfigException(
          "failed to load authentication configuration from file "
              + GoText.quote(file.toString())
              + ": "
              + e.getMessage());
    }
    return checked(bytes, tree, Optional.empty());
  }

  /**
   * The configuration in a file that has changed.
   *
   * @throws InvalidAuthenticationConfigException with everything that is wrong
   */
  LoadedAuthentication reread(byte[] bytes, LoadedAuthentication initial) {
    try {
      return checked(bytes, AuthenticationConfigDecoder.decode(bytes), Optional.of(initial));
    } catch (DecodeException e) {
      throw new InvalidAuthenticationConfigException(
          "failed to load authentication config: " + e.getMessage());
    }
  }

  /**
   * One issuer, as flags describe it.
   *
   * @throws InvalidAuthenticationConfigException with everything that is wrong
   */
  public LoadedAuthentication read(OidcFlags flags) {
    return checked(new byte[0], flags.tree(), Optional.empty());
  }

  /**
   * @throws IOException in Go's words, if it cannot be read or is far too long
   */
  static byte[] bytes(java.nio.file.Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LONGEST + 1);
      if (bytes.length > LONGEST) {
        throw new IOException("it is longer than " + LONGEST + " bytes");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw new IOException("open " + file + ": no such file or directory", e);
    }
  }

  private LoadedAuthentication checked(
      byte[] bytes, ObjectNode tree, Optional<LoadedAuthentication> initial) {
    Errors errors = new Errors();
    ExpressionTable table = new ExpressionTable();
    At root = At.root(tree);
    AuthenticationConfigRules.validate(root, disallowed, table, errors);
    if (initial.isPresent() && !initial.get().anonymous().equals(tree.path("anonymous"))) {
      errors.forbidden(Path.root().child("anonymous"), "changed from initial configuration file");
    }
    if (!errors.isEmpty()) {
      throw new InvalidAuthenticationConfigException(
          "invalid authentication configuration: " + errors.message());
    }
    return new LoadedAuthentication(bytes, tree, new ConfigurationBuilder(table).build(root));
  }
}
