package dev.muster.model.scheme;

import dev.muster.model.schema.Schema;
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

  public KindBuilder(String group, String version, String kind) {
    this.group = group;
    this.version = version;
    this.kind = kind;
    this.plural = Kind.defaultPlural(kind);
    this.singular = kind.toLowerCase(Locale.ROOT);
    this.storagePrefix = plural;
  }

  public KindBuilder plural(String name) {
    plural = name;
    storagePrefix = name;
    return this;
  }

  public KindBuilder namespaced() {
    namespaced = true;
    return this;
  }

  public KindBuilder shortNames(String... names) {
    shortNames = List.of(names);
    return this;
  }

  public KindBuilder inAll() {
    categories = List.of("all");
    return this;
  }

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

  public KindBuilder status() {
    subresources.add(Subresource.status(kind));
    return this;
  }

  public KindBuilder scale() {
    subresources.add(Subresource.scale());
    return this;
  }

  public KindBuilder subresource(String name, String ofKind, String... itsVerbs) {
    subresources.add(new Subresource(name, "", "", ofKind, List.of(itsVerbs)));
    return this;
  }

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

  public KindBuilder converted(Conversion by) {
    conversion = by;
    return this;
  }

  public KindBuilder strategy(Strategy its) {
    strategy = its;
    return this;
  }

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
