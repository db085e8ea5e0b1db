package dev.muster.apiserver.encryption;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with an encryption configuration of the right shape, in Kubernetes' words. */
final class EncryptionRules {
  private static final List<Integer> AES_SIZES = List.of(16, 24, 32);
  private static final List<Integer> SECRETBOX_SIZES = List.of(32);
  private static final Set<String> NOT_SERVED =
      Set.of("apiserveripinfo", "serviceipallocations", "servicenodeportallocations");
  private static final String REDACTED = "REDACTED";

  private EncryptionRules() {}

  static Errors of(JsonNode config) {
    Errors errors = new Errors();
    Path root = Path.of("resources");
    JsonNode rules = config.path("resources");
    if (rules.isEmpty()) {
      errors.required(root, "at least one resources is required");
    }
    for (int i = 0; i < rules.size(); i++) {
      JsonNode rule = rules.get(i);
      resources(rule.path("resources"), root.index(i).child("resources"), errors);
      Path at = root.index(i).child("providers");
      JsonNode providers = rule.path("providers");
      if (providers.isEmpty()) {
        errors.required(at, "at least one " + at + " is required");
      }
      for (int j = 0; j < providers.size(); j++) {
        provider(providers.get(j), at.index(j), errors);
      }
    }
    return errors;
  }

  private static void resources(JsonNode names, Path at, Errors errors) {
    if (names.isEmpty()) {
      errors.required(at, "at least one " + at + " is required");
    }
    List<GroupResource> parsed = new ArrayList<>();
    names.forEach(name -> parsed.add(GroupResource.parse(name.asText())));
    if (new HashSet<>(parsed).size() < parsed.size()) {
      errors.invalid(at, names.toString(), "the same resource cannot be specified multiple times");
    }
    if (overlap(parsed)) {
      errors.invalid(
          at,
          names.toString(),
          "using overlapping resources such as 'secrets' and '*.' in the same resource list is not"
              + " allowed as they will be masked");
    }
    for (int i = 0; i < parsed.size(); i++) {
      String fault = fault(names.get(i).asText(), parsed.get(i));
      if (!fault.isEmpty()) {
        errors.invalidText(at.index(i), names.get(i).asText(), fault);
      }
    }
  }

  private static boolean overlap(List<GroupResource> all) {
    Set<GroupResource> different = new HashSet<>(all);
    if (all.size() > 1 && different.contains(GroupResource.ALL)) {
      return true;
    }
    return different.stream()
        .filter(one -> one.resource().equals("*"))
        .anyMatch(
            one -> all.stream().filter(other -> other.group().equals(one.group())).count() > 1);
  }

  private static String fault(String name, GroupResource parsed) {
    if (name.chars().anyMatch(Character::isUpperCase)) {
      return "resource name should not contain capital letters";
    }
    if (name.equals("*")) {
      return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all"
          + " resources";
    }
    if (NOT_SERVED.contains(name)) {
      return "resources which do not have REST API/s cannot be encrypted";
    }
    if (parsed.group().equals("events.k8s.io")) {
      return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use"
          + " 'events' instead in the config file";
    }
    if (parsed.group().equals("extensions")) {
      return "'extensions' group has been removed and cannot be used for encryption";
    }
    return parsed.group().equals("*") && !parsed.resource().equals("*")
        ? "encrypting the same resource across groups is not supported"
        : "";
  }

  private static void provider(JsonNode provider, Path at, Errors errors) {
    long named = provider.valueStream().filter(value -> !value.isNull()).count();
    if (named == 0) {
      errors.invalid(
          at,
          "{}",
          "provider does not contain any of the expected providers: KMS, AESGCM, AESCBC,"
              + " Secretbox, Identity");
    } else if (named > 1) {
      errors.invalidText(
          at,
          REDACTED,
          "more than one provider specified in a single element, should split into different list"
              + " elements");
    }
    if (provider.hasNonNull("kms")) {
      errors.forbidden(at.child("kms"), "KMS providers are not supported here");
    } else if (provider.hasNonNull("aesgcm")) {
      keys(provider.path("aesgcm"), at.child("aesgcm").child("keys"), AES_SIZES, errors);
    } else if (provider.hasNonNull("aescbc")) {
      keys(provider.path("aescbc"), at.child("aescbc").child("keys"), AES_SIZES, errors);
    } else if (provider.hasNonNull("secretbox")) {
      keys(
          provider.path("secretbox"), at.child("secretbox").child("keys"), SECRETBOX_SIZES, errors);
    }
  }

  private static void keys(JsonNode provider, Path at, List<Integer> sizes, Errors errors) {
    JsonNode keys = provider.path("keys");
    if (keys.isEmpty()) {
      errors.required(at, "at least one keys is required");
    }
    for (int i = 0; i < keys.size(); i++) {
      key(keys.get(i), at.index(i), sizes, errors);
    }
  }

  private static void key(JsonNode key, Path at, List<Integer> sizes, Errors errors) {
    if (key.path("name").asText().isEmpty()) {
      errors.required(at.child("name"), "name is a mandatory field for a key");
    }
    String secret = key.path("secret").asText();
    if (secret.isEmpty()) {
      errors.required(at.child("secret"), "secret is a mandatory field for a key");
      return;
    }
    int length;
    try {
      length = Base64.getDecoder().decode(secret).length;
    } catch (IllegalArgumentException e) {
      errors.invalidText(at.child("secret"), REDACTED, "secrets must be base64 encoded");
      return;
    }
    if (!sizes.contains(length)) {
      errors.invalidText(
          at.child("secret"),
          REDACTED,
          "secret is not of the expected length, got "
              + length
              + ", expected one of "
              + sizes.toString().replace(",", ""));
    }
  }
}
