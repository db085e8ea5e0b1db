package dev.muster.identity;

import dev.muster.base.go.GoText;
import dev.muster.identity.ImageAccounts.Group;
import dev.muster.identity.ImageAccounts.User;
import dev.muster.identity.Provenance.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One resolution, step by step: the user, then the primary group, then the others. */
final class Resolution {
  private final IdentityRequest request;
  private final ImageAccounts accounts;
  private final ImageUser imageUser;

  Resolution(IdentityRequest request, ImageAccounts accounts) throws IdentityException {
    this.request = request;
    this.accounts = accounts;
    this.imageUser = ImageUser.parse(request.imageUser());
  }

  ProcessIdentity resolve() throws IdentityException {
    Primary user = user();
    Id gid = group(user);
    return new ProcessIdentity(user.uid(), gid, groups(user, gid), request.policy());
  }

  /** The uid and, where the image knows one, the user behind it. */
  private record Primary(Id uid, Optional<User> account) {}

  private Primary user() throws IdentityException {
    Id given = request.user();
    if (given != null) {
      return new Primary(given, accounts.userWithUid(given.value()));
    }
    String name = request.username();
    if (name != null) {
      return named(
          name, Source.REQUEST, "run_as_username " + GoText.brief(name) + " of the request");
    }
    String phrase = "image USER " + GoText.brief(imageUser.text());
    Long uid = imageUser.uid();
    if (uid != null) {
      return new Primary(Id.of(uid, Source.IMAGE_USER, phrase), accounts.userWithUid(uid));
    }
    if (imageUser.user().isEmpty()) {
      return new Primary(
          Id.of(
              0,
              Source.RUNTIME_DEFAULT,
              "runtime default: neither the request nor the image names a user"),
          accounts.userWithUid(0));
    }
    return named(imageUser.user(), Source.IMAGE_USER, phrase);
  }

  private Primary named(String name, Source source, String phrase) throws IdentityException {
    User user =
        accounts
            .userNamed(name)
            .orElseThrow(
                () ->
                    new IdentityException(
                        phrase
                            + ": no user "
                            + GoText.brief(name)
                            + " in the image's "
                            + ImageAccounts.PASSWD));
    return new Primary(Id.of(user.uid(), source, phrase + ", " + user.place()), Optional.of(user));
  }

  private Id group(Primary user) throws IdentityException {
    Id given = request.group();
    if (given != null) {
      return given;
    }
    if (request.user() == null && request.username() == null) {
      Id ofImage = imageGroup();
      if (ofImage != null) {
        return ofImage;
      }
    }
    if (user.account().isEmpty()) {
      return Id.of(
          0,
          Source.RUNTIME_DEFAULT,
          "runtime default: no group given, and uid %d is not in the image's %s"
              .formatted(user.uid().value(), ImageAccounts.PASSWD));
    }
    User account = user.account().get();
    Long gid = account.gid();
    if (gid == null) {
      throw new IdentityException(
          account.place() + ": its gid is not a number from 0 to " + Id.MAX_KERNEL);
    }
    return Id.of(gid, Source.IMAGE_PASSWD, account.place());
  }

  /** The group part of the image's USER; null when it has none, or an empty one. */
  private @Nullable Id imageGroup() throws IdentityException {
    String name = imageUser.group();
    if (name == null || name.isEmpty()) {
      return null;
    }
    String phrase = "image USER " + GoText.brief(imageUser.text());
    Long gid = imageUser.gid();
    if (gid != null) {
      return Id.of(gid, Source.IMAGE_USER, phrase);
    }
    Group group =
        accounts
            .groupNamed(name)
            .orElseThrow(
                () ->
                    new IdentityException(
                        phrase
                            + ": no group "
                            + GoText.brief(name)
                            + " in the image's "
                            + ImageAccounts.GROUP));
    return Id.of(group.gid(), Source.IMAGE_USER, phrase + ", group " + group.place());
  }

  private List<Id> groups(Primary user, Id gid) throws IdentityException {
    Map<Long, Id> found = new TreeMap<>();
    found.put(gid.value(), new Id(gid.value(), List.of(primary(gid))));
    request.supplementalGroups().forEach(each -> add(found, each));
    switch (request.policy()) {
      case STRICT -> {}
      case MERGE -> {
        if (user.account().isPresent()) {
          for (Group each : accounts.groupsOf(user.account().get().name())) {
            add(found, Id.of(each.gid(), Source.IMAGE_GROUP, each.place() + ", policy Merge"));
          }
        }
      }
    }
    if (found.size() > ImageAccounts.MAX_GROUPS) {
      throw new IdentityException(
          found.size() + " groups are more than the kernel's " + ImageAccounts.MAX_GROUPS);
    }
    return List.copyOf(found.values());
  }

  private static Provenance primary(Id gid) {
    Provenance from = gid.from().getFirst();
    return new Provenance(from.source(), "the primary group: " + from.detail());
  }

  private static void add(Map<Long, Id> found, Id id) {
    found.merge(
        id.value(),
        id,
        (before, more) -> {
          List<Provenance> both = new ArrayList<>(before.from());
          both.addAll(more.from());
          return new Id(before.value(), both.stream().distinct().toList());
        });
  }
}
