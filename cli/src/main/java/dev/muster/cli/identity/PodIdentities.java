package dev.muster.cli.identity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.output.Format;
import dev.muster.identity.EffectiveContext;
import dev.muster.identity.GroupsPolicy;
import dev.muster.identity.Id;
import dev.muster.identity.IdentityException;
import dev.muster.identity.ImageAccounts;
import dev.muster.identity.NonRoot;
import dev.muster.identity.ProcessIdentity;
import dev.muster.identity.RuntimeTraits;
import dev.muster.identity.Surprises;
import dev.muster.node.features.GroupsPolicySupport;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.images.LayerFiles;
import dev.muster.views.BatchV1.CronJob;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.ObjectMeta;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The identities of all containers of a pod, ready to be shown. */
public final class PodIdentities {
  /** An image that can be looked into. */
  public record Known(ImageStore store, Image image) {}

  /** Finds the image a container names. */
  @FunctionalInterface
  public interface Lookup {
    Optional<Known> find(String image) throws IOException;
  }

  /**
   * One container.
   *
   * @param unknown what cannot be told without having seen the image
   * @param lost the part of the image's USER that the runtime never hears of, or empty
   * @param identity null when it would be refused
   * @param refusal why it would be refused, null when it would not
   */
  private record Row(
      String container,
      String image,
      Unknown unknown,
      String lost,
      @Nullable ProcessIdentity identity,
      @Nullable String refusal) {}

  /** What an image that was not seen decides. */
  private record Unknown(boolean uid, boolean gid, boolean groups) {
    static final Unknown NOTHING = new Unknown(false, false, false);

    /** The user's primary group and, unless the policy is Strict, further ones are the image's. */
    static Unknown of(EffectiveContext context) {
      boolean gid = context.runAsGroup() == null;
      return new Unknown(
          context.runAsUser() == null, gid, gid || context.policy() != GroupsPolicy.STRICT);
    }

    boolean any() {
      return uid || gid || groups;
    }
  }

  private final String pod;
  private final List<Row> rows;

  private PodIdentities(String pod, List<Row> rows) {
    this.pod = pod;
    this.rows = rows;
  }

  /** Reads a pod, or the template in another object. */
  public static PodIdentities of(
      JsonNode object, Lookup lookup, RuntimeTraits runtime, boolean assumeRoot)
      throws IOException {
    Pod pod = pod(object);
    String name = ObjectMeta.ofObject(object).name().textOr("pod");
    String namespace = ObjectMeta.ofObject(object).namespace().textOr("default");
    List<Row> rows = new ArrayList<>();
    for (ContainerSpec each : pod.allContainers()) {
      rows.add(row(pod, each, name + "_" + namespace + "()", lookup, runtime, assumeRoot));
    }
    return new PodIdentities(name, rows);
  }

  /** Whether there is a pod to speak of, of its own or in a template. */
  public static boolean hasPod(JsonNode object) {
    return pod(object).spec().containers().at().node().isArray();
  }

  /** The object itself, or what its template makes. */
  public static Pod pod(JsonNode object) {
    JsonNode job = CronJob.of(object).spec().jobTemplate().tree();
    JsonNode template = Job.of(job.isObject() ? job : object).spec().template().tree();
    return Pod.of(template.isObject() ? template : object);
  }

  /** Of the pod, or of what has its template. */
  public String name() {
    return pod;
  }

  private static Row row(
      Pod pod,
      ContainerSpec container,
      String podName,
      Lookup lookup,
      RuntimeTraits runtime,
      boolean assumeRoot)
      throws IOException {
    String name = container.name();
    String image = container.image();
    Optional<Known> known = lookup.find(image);
    String user = known.map(each -> each.image().config().user()).orElse("");
    ImageAccounts accounts =
        known
            .map(each -> new ImageAccounts(new LayerFiles(each.store(), each.image())))
            .orElse(ImageAccounts.none());
    try {
      EffectiveContext context =
          EffectiveContext.of(
              pod.spec().securityContext().tree(), container.securityContext().tree());
      if (context.policy() == GroupsPolicy.STRICT && !runtime.groupsPolicy()) {
        return refused(name, image, GroupsPolicySupport.MESSAGE);
      }
      Optional<String> refusal =
          known.isEmpty() && context.runAsUser() == null
              ? Optional.empty()
              : NonRoot.refusal(context, user, podName, name);
      return refusal.isPresent()
          ? refused(name, image, refusal.get())
          : new Row(
              name,
              image,
              known.isPresent() || assumeRoot ? Unknown.NOTHING : Unknown.of(context),
              lost(context, user, runtime),
              ProcessIdentity.resolve(context.request(runtime.user(user)), accounts),
              null);
    } catch (IdentityException e) {
      return refused(name, image, String.valueOf(e.getMessage()));
    }
  }

  private static Row refused(String name, String image, String why) {
    return new Row(name, image, Unknown.NOTHING, "", null, why);
  }

  private static String lost(EffectiveContext context, String user, RuntimeTraits runtime)
      throws IdentityException {
    String heard = runtime.user(user);
    return context.runAsUser() == null
            && context.runAsGroup() == null
            && user.length() > heard.length() + 1
        ? user.substring(heard.length() + 1)
        : "";
  }

  /** Whether a container would not be started. */
  public boolean isRefused() {
    return rows.stream().anyMatch(each -> each.refusal() != null);
  }

  /** Whether an image was not seen that decides something. */
  public boolean isUnknown() {
    return rows.stream().anyMatch(each -> each.unknown().any());
  }

  /** Prints a table of the containers, and where each number came from. */
  public void print(PrintWriter out) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("CONTAINER", "UID", "GID", "GROUPS", "POLICY"));
    for (Row each : rows) {
      ProcessIdentity identity = each.identity();
      table.add(
          identity == null
              ? List.of(each.container(), "-", "-", "-", "refused")
              : List.of(
                  each.container(),
                  each.unknown().uid() ? "?" : Long.toString(identity.uid().value()),
                  each.unknown().gid() ? "?" : Long.toString(identity.gid().value()),
                  Stream.concat(
                          groups(each, identity).map(group -> Long.toString(group.value())),
                          Stream.of("?").filter(mark -> each.unknown().groups()))
                      .collect(Collectors.joining(",")),
                  identity.policy().toString()));
    }
    Format.printTable(table, out);
    for (Row each : rows) {
      out.println();
      explain(out, each);
    }
  }

  /** Those that are certain; the primary group is among them if it is. */
  private static Stream<Id> groups(Row row, ProcessIdentity identity) {
    return identity.groups().stream()
        .filter(group -> !row.unknown().gid() || group.value() != identity.gid().value());
  }

  private static void explain(PrintWriter out, Row row) {
    out.println(Format.harmless(row.container()) + ":");
    ProcessIdentity identity = row.identity();
    if (identity == null) {
      out.println("  refused: " + Format.harmless(String.valueOf(row.refusal())));
      return;
    }
    List<List<String>> lines = new ArrayList<>();
    lines.add(line("uid", identity.uid(), row.unknown().uid()));
    lines.add(line("gid", identity.gid(), row.unknown().gid()));
    for (Id each : identity.groups()) {
      if (each.value() != identity.gid().value()) {
        lines.add(line("group", each, false));
      }
    }
    if (row.unknown().groups()) {
      lines.add(line("group", identity.gid(), true));
    }
    Format.printTable(lines, out);
    notes(row, identity).forEach(each -> out.println("  ! " + Format.harmless(each)));
  }

  private static List<String> line(String what, Id id, boolean unknown) {
    return unknown
        ? List.of("  " + what + " ?", "the image decides")
        : List.of("  " + what + " " + id.value(), id.explanation());
  }

  private static List<String> notes(Row row, ProcessIdentity identity) {
    if (row.unknown().any()) {
      return List.of(
          "image \""
              + row.image()
              + "\" is not here, so what it decides is not known: load or pull it, or take it for"
              + " one without USER and accounts with --assume-root");
    }
    List<String> notes = new ArrayList<>(Surprises.of(identity));
    if (!row.lost().isEmpty()) {
      notes.add(
          "the group \"%s\" of the image's USER is lost on the way to this runtime: set runAsGroup"
              .formatted(row.lost()));
    }
    return notes;
  }

  /** The same for scripts. */
  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("pod", pod);
    ArrayNode list = json.putArray("containers");
    for (Row each : rows) {
      ObjectNode row = list.addObject();
      row.put("name", each.container());
      row.put("image", each.image());
      ProcessIdentity identity = each.identity();
      if (identity == null) {
        row.put("refused", each.refusal());
        continue;
      }
      Unknown unknown = each.unknown();
      if (unknown.any()) {
        ArrayNode names = row.putArray("unknown");
        Stream.of(
                unknown.uid() ? "uid" : "",
                unknown.gid() ? "gid" : "",
                unknown.groups() ? "groups" : "")
            .filter(name -> !name.isEmpty())
            .forEach(names::add);
      }
      if (!unknown.uid()) {
        row.set("uid", id(identity.uid()));
      }
      if (!unknown.gid()) {
        row.set("gid", id(identity.gid()));
      }
      ArrayNode groups = row.putArray("groups");
      groups(each, identity).forEach(group -> groups.add(id(group)));
      row.put("supplementalGroupsPolicy", identity.policy().toString());
      ArrayNode surprises = row.putArray("surprises");
      notes(each, identity).forEach(surprises::add);
    }
    return json;
  }

  private static ObjectNode id(Id id) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("id", id.value());
    id.from().forEach(each -> json.withArrayProperty("from").add(each.detail()));
    return json;
  }
}
