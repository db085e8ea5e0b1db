package dev.muster.cli.psp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.psp.PolicyReview;
import dev.muster.authz.User;
import dev.muster.cli.kubeconfig.KubeconfigFlag;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code muster psp review}: which policies would admit a pod, and what they would change. */
@Command(
    name = "review",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Says of every pod security policy whether it would admit the pods and templates in the"
            + " files, why not, and what it would change. Exits with 1 if a pod would be refused.",
    footer = {
      "",
      "Examples:",
      "  muster psp review -f pod.yaml --as alice",
      "  muster psp review -f pod.yaml -f policies/"
    })
final class ReviewCommand implements Callable<Integer> {
  @Option(
      names = {"-f", "--filename"},
      required = true,
      paramLabel = "PATH",
      description =
          "Files or directories with pods or templates. If they also hold policies, these are"
              + " asked, with the roles, bindings and namespaces beside them, instead of a"
              + " cluster's.")
  private List<Path> files = List.of();

  @Option(
      names = "--as",
      paramLabel = "USER",
      description =
          "Who creates the pods (default: with files, somebody who may use every policy; with a"
              + " cluster, the kubeconfig's user).")
  private @Nullable String user;

  @Option(
      names = "--as-group",
      paramLabel = "GROUP",
      description = "A group of that user; may be repeated.")
  private List<String> groups = List.of();

  @Mixin private KubeconfigFlag cluster = new KubeconfigFlag();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "Where pods go that do not say (default: default).")
  private String namespace = "default";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table or json (default: ${DEFAULT-VALUE}).")
  private Output output = Output.table;

  @Spec private CommandSpec spec = CommandSpec.create();

  /** The values of {@code -o}. */
  enum Output {
    table,
    json
  }

  @Override
  public Integer call() throws IOException {
    List<ObjectNode> objects = Manifests.read(files);
    List<SubjectPod> pods = SubjectPod.in(objects, namespace);
    if (pods.isEmpty()) {
      throw new IllegalArgumentException("no pod and no template of one in " + files);
    }
    List<SubjectPod.Reviewed> reviews = new ArrayList<>();
    try (PolicySource source = source(objects)) {
      for (SubjectPod pod : pods) {
        reviews.add(pod.review(source));
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    switch (output) {
      case table -> ReviewTable.print(reviews, out);
      case json -> out.println(PolicyReviewJson.of(reviews).toPrettyString());
    }
    out.flush();
    return reviews.stream().map(SubjectPod.Reviewed::review).allMatch(ReviewCommand::admitted)
        ? 0
        : 1;
  }

  private static boolean admitted(PolicyReview review) {
    return review.chosen().isPresent();
  }

  private PolicySource source(List<ObjectNode> objects) {
    Optional<User> asking =
        user == null ? Optional.empty() : Optional.of(User.of(user, withAuthenticated()));
    boolean policies =
        objects.stream().anyMatch(o -> o.path("kind").asText().equals("PodSecurityPolicy"));
    return policies ? new FileSource(objects, asking) : new ClusterSource(cluster.file(), asking);
  }

  private String[] withAuthenticated() {
    List<String> all = new ArrayList<>(groups);
    all.add("system:authenticated");
    return all.toArray(String[]::new);
  }
}
