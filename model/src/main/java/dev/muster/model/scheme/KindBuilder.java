package dev.muster.model.scheme;

import dev.muster.model.types.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says of a kind what differs from the usual. */
public final class KindBuilder {
  private final String group;
  private final String version;
  private final String kind;
  private String plural;
  private String singular;
  private boolean namespaced;
  private List<String> shortNames = List.of();
  private List<String> categories = List.of();
  private List<String> verbs = Kind.ALL_VERBS;
  private final List<Subresource> subresources = new ArrayList<>();
  private String storagePrefix;
  private Conversion conversion = Conversion.SAME;
  private Strategy strategy = new Strategy() {};

  /** A cluster-scoped kind with all verbs; its plural is made of its name. */
  public KindBuilder(String group, String version, String kind) {
    this.group = group;
    this.version = version;
    this.kind = kind;
    this.plural = Kind.defaultPlural(kind);
    this.singular = kind.toLowerCase(Locale.ROOT);
    this.storagePrefix = plural;
  }

  /** Called otherwise in paths than its name would have it. */
  public KindBuilder plural(String name) {
    plural = name;
    storagePrefix = name;
    return this;
  }

  /** Its objects live in namespaces. */
  public KindBuilder namespaced() {
    namespaced = true;
    return this;
  }

  /** What else {@code kubectl} may call it. */
  public KindBuilder shortNames(String... names) {
    shortNames = List.of(names);
    return this;
  }

  /** One of those that {@code kubectl get all} shows. */
  public KindBuilder inAll() {
    categories = List.of("all");
    return this;
  }

  /** The groups of kinds that it can be listed with. */
  public KindBuilder categories(String... names) {
    categories = List.of(names);
    return this;
  }

  /** Only these verbs, in alphabetical order. */
  public KindBuilder verbs(String... only) {
    verbs = List.of(only);
    return this;
  }

  /** A question: it is answered, never stored. */
  public KindBuilder question() {
    return verbs("create");
  }

  /** Has a status that is written apart. */
  public KindBuilder status() {
    subresources.add(Subresource.status(kind));
    return this;
  }

  /** Has a number of replicas that is written apart. */
  public KindBuilder scale() {
    subresources.add(Subresource.scale());
    return this;
  }

  /** Has a part which is a kind of the same group and version. */
  public KindBuilder subresource(String name, String ofKind, String... itsVerbs) {
    subresources.add(new Subresource(name, "", "", ofKind, List.of(itsVerbs)));
    return this;
  }

  /** Has a part which is a kind of another group or version. */
  public KindBuilder foreignSubresource(
      String name, String ofGroup, String ofVersion, String ofKind, String... itsVerbs) {
    subresources.add(new Subresource(name, ofGroup, ofVersion, ofKind, List.of(itsVerbs)));
    return this;
  }

  /** Stored under another prefix than its plural. */
  public KindBuilder storedAs(String prefix) {
    storagePrefix = prefix;
    return this;
  }

  /** Stored in another version. */
  public KindBuilder converted(Conversion by) {
    conversion = by;
    return this;
  }

  /** Follows these rules. */
  public KindBuilder strategy(Strategy its) {
    strategy = its;
    return this;
  }

  /** The kind, with its type from the schema. */
  public Kind build(Schema schema) {
    subresources.sort((a, b) -> a.name().compareTo(b.name()));
    return new Kind(
        group,
        version,
        kind,
        plural,
        singular,
        namespaced,
        shortNames,
        categories,
        verbs,
        List.copyOf(subresources),
        schema.struct(SharedType.family(group) + "/" + version + "." + kind),
        storagePrefix,
        conversion,
        strategy);
  }
}
