package dev.muster.authz;

/**
 * Makes the authorizer of a mode that does not come with the server. Found by {@link
 * java.util.ServiceLoader} in a jar that names it in {@code
 * META-INF/services/dev.muster.authz.AuthorizerFactory}; needs a public constructor without
 * parameters.
 */
public interface AuthorizerFactory {
  /**
   * What {@code --authorization-mode} calls it: letters, digits, {@code .}, {@code _}, {@code -}.
   */
  String name();

  /**
   * Called once, when the mode is chosen and before the first request. An authorizer that is also a
   * {@link RuleResolver} has its rules in the answers to {@code kubectl auth can-i --list}; one
   * that is {@link AutoCloseable} is closed when the server stops. An exception stops the start.
   */
  Authorizer create() throws Exception;
}
