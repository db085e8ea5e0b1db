package dev.muster.apiserver.authn.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.reload.ConfigFileBytes;
import dev.muster.apiserver.reload.InvalidConfigurationException;
import dev.muster.apiserver.reload.LoadedConfig;
import dev.muster.base.go.GoText;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** From a file or flags to a configuration that can be used, or to all that is wrong with it. */
public final class AuthenticationConfigReader {
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
   * @throws InvalidConfigurationException with everything that is wrong
   */
  public LoadedConfig<AuthenticationConfiguration> read(java.nio.file.Path file) {
    ObjectNode tree;
    byte[] bytes;
    try {
      bytes = ConfigFileBytes.read(file);
      tree = AuthenticationConfigDecoder.decode(bytes);
    } catch (IOException | DecodeException e) {
      throw new InvalidConfigurationException(
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
   * @param initial what it says of anonymous access must stay
   * @throws InvalidConfigurationException with everything that is wrong
   */
  public LoadedConfig<AuthenticationConfiguration> reread(
      byte[] bytes, LoadedConfig<AuthenticationConfiguration> initial) {
    try {
      return checked(bytes, AuthenticationConfigDecoder.decode(bytes), Optional.of(initial));
    } catch (DecodeException e) {
      throw new InvalidConfigurationException(
          "failed to load authentication config: " + e.getMessage());
    }
  }

  /**
   * One issuer, as flags describe it.
   *
   * @throws InvalidConfigurationException with everything that is wrong
   */
  public LoadedConfig<AuthenticationConfiguration> read(OidcFlags flags) {
    return checked(new byte[0], flags.tree(), Optional.empty());
  }

  private LoadedConfig<AuthenticationConfiguration> checked(
      byte[] bytes, ObjectNode tree, Optional<LoadedConfig<AuthenticationConfiguration>> initial) {
    Errors errors = new Errors();
    ExpressionTable table = new ExpressionTable();
    At root = At.root(tree);
    AuthenticationConfigRules.validate(root, disallowed, table, errors);
    if (initial.isPresent()
        && !initial.get().tree().path("anonymous").equals(tree.path("anonymous"))) {
      errors.forbidden(Path.root().child("anonymous"), "changed from initial configuration file");
    }
    if (!errors.isEmpty()) {
      throw new InvalidConfigurationException(
          "invalid authentication configuration: " + errors.message());
    }
    return new LoadedConfig<>(bytes, tree, new ConfigurationBuilder(table).build(root));
  }
}
