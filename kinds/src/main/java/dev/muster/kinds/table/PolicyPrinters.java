package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.flag;
import static dev.muster.kinds.table.Column.number;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import dev.muster.views.AdmissionregistrationV1.ParamKind;
import dev.muster.views.AdmissionregistrationV1.ParamRef;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicy;
import dev.muster.views.AdmissionregistrationV1.ValidatingAdmissionPolicyBinding;
import dev.muster.views.AdmissionregistrationV1.ValidatingWebhookConfiguration;
import dev.muster.views.AdmissionregistrationV1beta1.MutatingAdmissionPolicy;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.MetaV1.LabelSelectorRequirement;
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import dev.muster.views.PolicyV1beta1.PodSecurityPolicy;
import dev.muster.views.RbacV1.RoleBinding;
import dev.muster.views.RbacV1.Subject;
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
                o ->
                    Shown.or(
                        Shown.text(o.as(PodDisruptionBudget::of).spec().minAvailable()), "N/A")),
            text(
                "Max Unavailable",
                "The most pods that may be away.",
                o ->
                    Shown.or(
                        Shown.text(o.as(PodDisruptionBudget::of).spec().maxUnavailable()), "N/A")),
            number(
                "Allowed Disruptions",
                "How many may go now.",
                o -> o.as(PodDisruptionBudget::of).status().disruptionsAllowed().number()),
            age()));
    all.put("PodSecurityPolicy.policy", podSecurityPolicy());
    all.put("MutatingWebhookConfiguration.admissionregistration.k8s.io", webhooks());
    all.put("ValidatingWebhookConfiguration.admissionregistration.k8s.io", webhooks());
    all.put(
        "ValidatingAdmissionPolicy.admissionregistration.k8s.io",
        Printer.of(
            objectName(),
            number(
                "Validations",
                "How many rules it has.",
                o -> o.as(ValidatingAdmissionPolicy::of).spec().validations().size()),
            text("ParamKind", "What its parameters are.", PolicyPrinters::paramKind),
            age()));
    all.put(
        "MutatingAdmissionPolicy.admissionregistration.k8s.io",
        Printer.of(
            objectName(),
            number(
                "Mutations",
                "How many changes it makes.",
                o -> o.as(MutatingAdmissionPolicy::of).spec().mutations().size()),
            text("ParamKind", "What its parameters are.", PolicyPrinters::paramKind),
            age()));
    all.put("ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io", policyBinding());
    all.put("MutatingAdmissionPolicyBinding.admissionregistration.k8s.io", policyBinding());
  }

  private static Printer policyBinding() {
    return Printer.of(
        objectName(),
        text(
            "PolicyName",
            "The policy it puts to use.",
            o -> o.as(ValidatingAdmissionPolicyBinding::of).spec().policyName().text()),
        text("ParamRef", "The parameters it gives.", PolicyPrinters::paramRef),
        age());
  }

  private static Printer binding() {
    return Printer.of(
        objectName(),
        text(
            "Role",
            "What is granted.",
            o ->
                o.as(RoleBinding::of).roleRef().kind().text()
                    + "/"
                    + o.as(RoleBinding::of).roleRef().name().text()),
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
    for (Subject subject : binding.as(RoleBinding::of).subjects()) {
      if (subject.kind().text().equals(kind)) {
        String name = subject.name().text();
        boolean account = kind.equals("ServiceAccount");
        all.add(account ? Shown.text(subject.namespace()) + "/" + name : name);
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
            o -> String.valueOf(o.as(PodSecurityPolicy::of).spec().privileged().truth())),
        text(
            "Caps",
            "Capabilities that may be added.",
            o -> Shown.joined(o.as(PodSecurityPolicy::of).spec().allowedCapabilities())),
        text(
            "SELinux",
            "The rule for SELinux.",
            o -> o.as(PodSecurityPolicy::of).spec().seLinux().rule().text()),
        text(
            "RunAsUser",
            "The rule for users.",
            o -> o.as(PodSecurityPolicy::of).spec().runAsUser().rule().text()),
        text(
            "FsGroup",
            "The rule for volume groups.",
            o -> o.as(PodSecurityPolicy::of).spec().fsGroup().rule().text()),
        text(
            "SupGroup",
            "The rule for further groups.",
            o -> o.as(PodSecurityPolicy::of).spec().supplementalGroups().rule().text()),
        flag(
                "ReadOnlyRootFs",
                "Whether images are read-only.",
                o -> o.as(PodSecurityPolicy::of).spec().readOnlyRootFilesystem().truth())
            .declared("string"),
        text(
            "Volumes",
            "Volumes that may be used.",
            o -> Shown.joined(o.as(PodSecurityPolicy::of).spec().volumes())));
  }

  private static Printer webhooks() {
    return Printer.of(
        objectName(),
        number(
            "Webhooks",
            "How many it configures.",
            o -> o.as(ValidatingWebhookConfiguration::of).webhooks().size()),
        age());
  }

  private static String paramKind(Shown policy) {
    ParamKind kind = policy.as(ValidatingAdmissionPolicy::of).spec().paramKind();
    return kind.present() ? kind.apiVersion().text() + "/" + kind.kind().text() : Shown.UNSET;
  }

  private static String paramRef(Shown binding) {
    ParamRef ref = binding.as(ValidatingAdmissionPolicyBinding::of).spec().paramRef();
    if (ref.absent()) {
      return Shown.UNSET;
    }
    String name = ref.name().text();
    if (!name.isEmpty()) {
      return Shown.or(ref.namespace().text(), "*") + "/" + name;
    }
    return ref.selector().present() ? selector(ref.selector()) : Shown.UNSET;
  }

  /** A selector of parameters as the real server prints its own struct. */
  private static String selector(LabelSelector selector) {
    StringBuilder out = new StringBuilder("&LabelSelector{MatchLabels:map[string]string{");
    selector
        .matchLabels()
        .node()
        .properties()
        .forEach(e -> out.append(e.getKey() + ": " + e.getValue().asText() + ","));
    out.append("},MatchExpressions:[]LabelSelectorRequirement{");
    for (LabelSelectorRequirement expression : selector.matchExpressions()) {
      out.append("LabelSelectorRequirement{Key:" + expression.key().text())
          .append(",Operator:" + expression.operator().text())
          .append(",Values:[" + String.join(" ", expression.values().texts()) + "],},");
    }
    return out.append("},}").toString();
  }
}
