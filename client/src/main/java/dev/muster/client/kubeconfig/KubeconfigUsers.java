package dev.muster.client.kubeconfig;

import dev.muster.pki.Identity;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * The users of a kubeconfig by the servers that they are for: a user's name is a host with its
 * port, or stands for several as {@code *.svc:443} or {@code *} does.
 */
public final class KubeconfigUsers {
  /** Nobody, for any server. */
  public static final KubeconfigUsers NONE = new KubeconfigUsers(Map.of(), "");

  private final Map<String, Who> users;
  private final String current;

  /** Who to be for a server. */
  public record Who(Optional<Identity> identity, Credential credential) {
    static final Who NOBODY = new Who(Optional.empty(), new Credential.None());
  }

  /**
   * @param current the user of the current context, empty for none
   */
  KubeconfigUsers(Map<String, Who> users, String current) {
    this.users = Map.copyOf(users);
    this.current = current;
  }

  /**
   * Reads a kubeconfig; of its contexts only the current one's user counts.
   *
   * @throws KubeconfigException if it cannot be used
   */
  public static KubeconfigUsers read(Path file) {
    return new KubeconfigReader(file).users();
  }

  /** The one whose name fits best; else everybody's, the current context's, nobody. */
  public Who forServer(String host, int port) {
    return named(host + ":" + port)
        .or(() -> port == 443 ? named(host) : Optional.empty())
        .or(() -> Optional.ofNullable(users.get("*")))
        .or(() -> Optional.ofNullable(users.get(current)))
        .orElse(Who.NOBODY);
  }

  private Optional<Who> named(String server) {
    if (users.containsKey(server)) {
      return Optional.ofNullable(users.get(server));
    }
    String[] steps = server.split("\\.", -1);
    for (int i = 1; i < steps.length; i++) {
      Who found = users.get("*." + String.join(".", Arrays.copyOfRange(steps, i, steps.length)));
      if (found != null) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }
}
