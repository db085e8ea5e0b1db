package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.flag;
import static dev.muster.kinds.table.Column.number;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Who may do what, and what is let in. */
final class PolicyPrinters {
  private PolicyPrinters() {}

  static void addTo(Map<String, Printer> all) {
    all.put("RoleBinding.rbac.authorization.k8s.io", binding());
    all.put("ClusterRoleBinding.rbac.authorization.k8s.io", binding());
    all.put(
        "PodDisruptionBudget.policy",
        Printer.of(
            objectName(),
            text(
                "Min Available",
                "The fewest pods that must stay.",
                o -> o.text("spec/minAvailable", "N/A")),
            text(
                "Max Unavailable",
                "The most pods that may be away.",
                o -> o.text("spec/maxUnavailable", "N/A")),
            number(
                "Allowed Disruptions",
                "How many may go now.",
                o -> o.number("status/disruptionsAllowed")),
            age()));
    all.put("PodSecurityPolicy.policy", podSecurityPolicy());
    all.put("MutatingWebhookConfiguration.admissionregistration.k8s.io", webhooks());
    all.put("ValidatingWebhookConfiguration.admissionregistration.k8s.io", webhooks());
    all.put(
        "ValidatingAdmissionPolicy.admissionregistration.k8s.io",
        Printer.of(
            objectName(),
            number("Validations", "How many rules it has.", o -> o.size("spec/validations")),
            text("ParamKind", "What its parameters are.", PolicyPrinters::paramKind),
            age()));
    all.put(
        "MutatingAdmissionPolicy.admissionregistration.k8s.io",
        Printer.of(
            objectName(),
            number("Mutations", "How many changes it makes.", o -> o.size("spec/mutations")),
            text("ParamKind", "What its parameters are.", PolicyPrinters::paramKind),
            age()));
    all.put("ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io", policyBinding());
    all.put("MutatingAdmissionPolicyBinding.admissionregistration.k8s.io", policyBinding());
  }

  private static Printer policyBinding() {
    return Printer.of(
        objectName(),
        text("PolicyName", "The policy it puts to use.", o -> o.text("spec/policyName")),
        text("ParamRef", "The parameters it gives.", PolicyPrinters::paramRef),
        age());
  }

  private static Printer binding() {
    return Printer.of(
        objectName(),
        text(
            "Role", "What is granted.", o -> o.text("roleRef/kind") + "/" + o.text("roleRef/name")),
        age(),
        text("Users", "The users it is granted to.", o -> subjects(o, "User")).wide(),
        text("Groups", "The groups it is granted to.", o -> subjects(o, "Group")).wide(),
        text(
                "ServiceAccounts",
                "The service accounts it is granted to.",
                o -> subjects(o, "ServiceAccount"))
            .wide());
  }

  private static String subjects(Shown binding, String kind) {
    List<String> all = new ArrayList<>();
    for (JsonNode subject : binding.at("subjects")) {
      if (subject.path("kind").asText().equals(kind)) {
        String name = subject.path("name").asText();
        boolean account = kind.equals("ServiceAccount");
        all.add(account ? Shown.text(subject.path("namespace")) + "/" + name : name);
      }
    }
    return String.join(", ", all);
  }

  private static Printer podSecurityPolicy() {
    return Printer.of(
        objectName(),
        text(
            "Priv",
            "Whether containers may be privileged.",
            o -> String.valueOf(o.at("spec/privileged").asBoolean())),
        text("Caps", "Capabilities that may be added.", o -> o.joined("spec/allowedCapabilities")),
        text("SELinux", "The rule for SELinux.", o -> o.text("spec/seLinux/rule")),
        text("RunAsUser", "The rule for users.", o -> o.text("spec/runAsUser/rule")),
        text("FsGroup", "The rule for volume groups.", o -> o.text("spec/fsGroup/rule")),
        text(
            "SupGroup",
            "The rule for further groups.",
            o -> o.text("spec/supplementalGroups/rule")),
        flag(
                "ReadOnlyRootFs",
                "Whether images are read-only.",
                o -> o.at("spec/readOnlyRootFilesystem").asBoolean())
            .declared("string"),
        text("Volumes", "Volumes that may be used.", o -> o.joined("spec/volumes")));
  }

  private static Printer webhooks() {
    return Printer.of(
        objectName(),
        number("Webhooks", "How many it configures.", o -> o.size("webhooks")),
        age());
  }

  private static String paramKind(Shown policy) {
    return policy.has("spec/paramKind")
        ? policy.text("spec/paramKind/apiVersion") + "/" + policy.text("spec/paramKind/kind")
        : Shown.UNSET;
  }

  private static String paramRef(Shown binding) {
    if (!binding.has("spec/paramRef")) {
      return Shown.UNSET;
    }
    String name = binding.text("spec/paramRef/name");
    if (!name.isEmpty()) {
      return binding.text("spec/paramRef/namespace", "*") + "/" + name;
    }
    return binding.has("spec/paramRef/selector") ? selector(binding) : Shown.UNSET;
  }

  /** A selector of parameters as the real server prints its own struct. */
  private static String selector(Shown binding) {
    StringBuilder out = new StringBuilder("&LabelSelector{MatchLabels:map[string]string{");
    binding
        .at("spec/paramRef/selector/matchLabels")
        .properties()
        .forEach(e -> out.append(e.getKey() + ": " + e.getValue().asText() + ","));
    out.append("},MatchExpressions:[]LabelSelectorRequirement{");
    for (JsonNode expression : binding.at("spec/paramRef/selector/matchExpressions")) {
      List<String> values = new ArrayList<>();
      expression.path("values").forEach(v -> values.add(v.asText()));
      out.append("LabelSelectorRequirement{Key:" + expression.path("key").asText())
          .append(",Operator:" + expression.path("operator").asText())
          .append(",Values:[" + String.join(" ", values) + "],},");
    }
    return out.append("},}").toString();
  }
}
