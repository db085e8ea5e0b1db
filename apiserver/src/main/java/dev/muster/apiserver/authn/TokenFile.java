package dev.muster.apiserver.authn;

import dev.muster.authz.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tokens of {@code --token-auth-file}: lines of token, user name, user uid and groups. */
public final class TokenFile implements TokenAuthenticator {
  private final Map<TokenDigest, User> users;
  private final List<String> apiAudiences;

  private TokenFile(Map<TokenDigest, User> users, List<String> apiAudiences) {
    this.users = Map.copyOf(users);
    this.apiAudiences = List.copyOf(apiAudiences);
  }

  /**
   * Reads the file once.
   *
   * @param apiAudiences whom the tokens are meant for, as they do not say themselves
   * @throws IllegalArgumentException with every line that is wrong
   */
  public static TokenFile read(Path file, List<String> apiAudiences) throws IOException {
    Csv csv = Csv.parse(Files.readString(file, StandardCharsets.UTF_8));
    List<String> problems = new ArrayList<>();
    csv.problems().forEach(problem -> problems.add(file + ":" + problem));
    Map<TokenDigest, User> users = new HashMap<>();
    for (Csv.Line line : csv.lines()) {
      String at = file + ":" + line.number() + ": ";
      List<String> fields = line.fields();
      if (fields.size() < 3) {
        problems.add(
            at
                + "must have at least 3 columns (token, user name, user uid), found "
                + fields.size());
      } else if (fields.getFirst().isEmpty()) {
        problems.add(at + "the token is empty");
      } else if (fields.get(1).isEmpty()) {
        problems.add(at + "the user name is empty");
      } else if (users.put(TokenDigest.of(fields.getFirst()), user(fields)) != null) {
        problems.add(at + "the token was given before");
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
    return new TokenFile(users, apiAudiences);
  }

  private static User user(List<String> fields) {
    List<String> groups =
        fields.size() < 4
            ? List.of()
            : Arrays.stream(fields.get(3).split(","))
                .map(String::strip)
                .filter(group -> !group.isEmpty())
                .toList();
    return new User(fields.get(1), fields.get(2), groups, Map.of());
  }

  @Override
  public TokenResult authenticate(String token, List<String> audiences) {
    List<String> good =
        audiences.equals(apiAudiences)
            ? apiAudiences
            : audiences.stream().filter(apiAudiences::contains).toList();
    User user = good.isEmpty() ? null : users.get(TokenDigest.of(token));
    return user == null ? new TokenResult.Unknown() : new TokenResult.Accepted(user, good);
  }
}
