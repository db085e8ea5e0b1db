package dev.muster.model.scheme;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The kinds that a server knows, and which of them it serves. Kinds can be added while it runs:
 * whoever asks here sees them from then on, and what was made of the kinds is made anew by {@link
 * #derived}. Reading takes no lock.
 */
public final class Kinds {
  private volatile View view;

  /** Kinds that are all served. */
  public Kinds(List<Kind> kinds) {
    this(new View(kinds, kind -> true));
  }

  /** Kinds of which those are served. */
  public Kinds(List<Kind> known, Predicate<Kind> served) {
    this(new View(known, served));
  }

  private Kinds(View view) {
    this.view = view;
  }

  /** The kinds at one moment. */
  private static final class View {
    final List<Kind> known;
    final List<Kind> served;
    final Map<String, Map<String, Kind>> byResource = new HashMap<>();
    final Map<String, Kind> byKind = new LinkedHashMap<>();
    final Map<String, Kind> stored = new LinkedHashMap<>();

    /** Those that definitions brought, which are the last of the known. */
    final List<Kind> custom;

    View(List<Kind> kinds, Predicate<Kind> serve) {
      this(List.copyOf(kinds), kinds.stream().filter(serve).toList(), List.of());
    }

    private View(List<Kind> known, List<Kind> served, List<Kind> custom) {
      this.known = known;
      this.served = served;
      this.custom = custom;
      for (Kind kind : served) {
        byResource
            .computeIfAbsent(kind.apiVersion(), version -> new HashMap<>())
            .putIfAbsent(kind.plural(), kind);
      }
      for (Kind kind : known) {
        byKind.putIfAbsent(kind.apiVersion() + "/" + kind.kind(), kind);
        if (kind.stored()) {
          stored.putIfAbsent(kind.storagePrefix(), kind);
        }
      }
    }

    View with(Kind kind) {
      return new View(inserted(known, kind), inserted(served, kind), custom);
    }

    /** What is custom stays last. */
    private List<Kind> inserted(List<Kind> into, Kind kind) {
      List<Kind> more = new ArrayList<>(builtIn(into));
      more.add(kind);
      more.addAll(into.subList(more.size() - 1, into.size()));
      return List.copyOf(more);
    }

    View with(List<Kind> other, Predicate<Kind> serve) {
      List<Kind> all = new ArrayList<>(builtIn(known));
      all.addAll(other);
      List<Kind> serving = new ArrayList<>(builtIn(served));
      other.stream().filter(serve).forEach(serving::add);
      return new View(List.copyOf(all), List.copyOf(serving), List.copyOf(other));
    }

    private List<Kind> builtIn(List<Kind> of) {
      int last = of.size();
      while (last > 0 && isCustom(of.get(last - 1))) {
        last--;
      }
      return of.subList(0, last);
    }

    private static boolean isCustom(Kind kind) {
      return kind.type().content() != null;
    }
  }

  /** All that are known, served or not. */
  public List<Kind> known() {
    return view.known;
  }

  /** All that are served. */
  public List<Kind> all() {
    return view.served;
  }

  /** Whether the kind is served in its version. */
  public boolean serves(Kind kind) {
    return byResource(kind.apiVersion(), kind.plural()).isPresent();
  }

  /** A kind that is served. */
  public Optional<Kind> byResource(String apiVersion, String plural) {
    Map<String, Kind> ofVersion = view.byResource.get(apiVersion);
    return ofVersion == null ? Optional.empty() : Optional.ofNullable(ofVersion.get(plural));
  }

  /** A kind that is known, served or not. */
  public Optional<Kind> byKind(String apiVersion, String kind) {
    return Optional.ofNullable(view.byKind.get(apiVersion + "/" + kind));
  }

  /**
   * The version in which objects of this kind are stored: the first of those that share its place
   * in the store.
   */
  public Kind storedAs(Kind kind) {
    return view.stored.getOrDefault(kind.storagePrefix(), kind);
  }

  /** The kind, then its other versions that are served. */
  public List<Kind> versions(Kind kind) {
    List<Kind> out = new ArrayList<>(List.of(kind));
    for (Kind other : all()) {
      if (other.storagePrefix().equals(kind.storagePrefix())
          && !other.apiVersion().equals(kind.apiVersion())) {
        out.add(other);
      }
    }
    return out;
  }

  /** The kinds that have a place in the store, one for each place, by its prefix. */
  public Map<String, Kind> byStoragePrefix() {
    return Collections.unmodifiableMap(view.stored);
  }

  /** These kinds, of which those are served. */
  public Kinds serving(Predicate<Kind> those) {
    return new Kinds(new View(view.known, those));
  }

  /**
   * Knows and serves one more from now on.
   *
   * @throws IllegalArgumentException if its name, its resource or its place in the store is taken
   */
  public synchronized void add(Kind kind) {
    if (byKind(kind.apiVersion(), kind.kind()).isPresent() || serves(kind)) {
      throw new IllegalArgumentException(
          "there is a %s or \"%s\" in %s already"
              .formatted(kind.kind(), kind.plural(), kind.apiVersion()));
    }
    Kind there = storedAs(kind);
    if (!there.qualifiedKind().equals(kind.qualifiedKind())) {
      throw new IllegalArgumentException(
          "%s cannot be stored as \"%s\": objects of %s are"
              .formatted(kind.qualifiedKind(), kind.storagePrefix(), there.qualifiedKind()));
    }
    view = view.with(kind);
  }

  /**
   * Knows these in place of those that an earlier call brought, all at once.
   *
   * @param custom for each place in the store, the version that is stored first; none may be called
   *     as one that is built in
   */
  public synchronized void define(List<Kind> custom, Predicate<Kind> serve) {
    view = view.with(List.copyOf(custom), serve);
  }

  /** Those that {@link #define} brought. */
  public List<Kind> defined() {
    return view.custom;
  }

  /** Something made of these kinds, made anew when it is asked for after kinds were added. */
  public <T> Supplier<T> derived(Supplier<T> maker) {
    return new Derived<>(maker);
  }

  private final class Derived<T> implements Supplier<T> {
    private record Made<T>(View of, T thing) {}

    private final Supplier<T> maker;
    private volatile Made<T> last;

    Derived(Supplier<T> maker) {
      this.maker = maker;
      this.last = make();
    }

    /** The view is read first: whatever is added meanwhile makes the outcome out of date. */
    private Made<T> make() {
      View of = view;
      return new Made<>(of, maker.get());
    }

    @Override
    public T get() {
      Made<T> made = last;
      if (made.of() != view) {
        made = make();
        last = made;
      }
      return made.thing();
    }
  }
}
