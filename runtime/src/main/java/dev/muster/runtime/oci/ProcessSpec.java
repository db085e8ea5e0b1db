package dev.muster.runtime.oci;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.KeyValue;
import dev.muster.cri.v1.LinuxContainerSecurityContext;
import dev.muster.cri.v1.SELinuxOption;
import dev.muster.cri.v1.SecurityProfile;
import dev.muster.identity.Id;
import dev.muster.runtime.images.ImageConfig;
import dev.muster.runtime.refusal.Refused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The first process of a container. */
final class ProcessSpec {
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private ProcessSpec() {}

  static ObjectNode of(ContainerPlan plan, LinuxCapabilities capabilities) throws Refused {
    ContainerConfig config = plan.config();
    LinuxContainerSecurityContext context = config.getLinux().getSecurityContext();
    ObjectNode process = LinuxSpec.JSON.createObjectNode();
    process.put("terminal", config.getTty());
    user(process, plan);
    ArrayNode arguments = process.putArray("args");
    arguments(config, plan.image()).forEach(arguments::add);
    ArrayNode environment = process.putArray("env");
    environment(plan).forEach((name, value) -> environment.add(name + "=" + value));
    process.put("cwd", directory(config, plan.image()));
    capabilities.write(process);
    process.put("noNewPrivileges", context.getNoNewPrivs());
    process.put(
        "oomScoreAdj",
        Math.clamp(
            config.getLinux().getResources().getOomScoreAdj(), plan.host().lowestOomScore(), 1000));
    if (!plan.privileged()) {
      appArmor(process, context, plan.host());
    }
    seLinux(process, context.getSelinuxOptions(), plan.host());
    return process;
  }

  private static void user(ObjectNode process, ContainerPlan plan) {
    ObjectNode user = process.putObject("user");
    user.put("uid", plan.identity().uid().value());
    user.put("gid", plan.identity().gid().value());
    ArrayNode groups = user.putArray("additionalGids");
    for (Id group : plan.identity().groups()) {
      groups.add(group.value());
    }
  }

  static List<String> arguments(ContainerConfig config, ImageConfig image) throws Refused {
    List<String> arguments = new ArrayList<>();
    if (config.getCommandCount() > 0) {
      arguments.addAll(config.getCommandList());
      arguments.addAll(config.getArgsList());
    } else {
      arguments.addAll(image.entrypoint());
      arguments.addAll(config.getArgsCount() > 0 ? config.getArgsList() : image.cmd());
    }
    if (arguments.isEmpty()) {
      throw Refused.invalid("no command specified: neither the request nor the image has one");
    }
    for (String each : arguments) {
      if (each.indexOf('\0') >= 0) {
        throw Refused.invalid("command: an argument holds a NUL");
      }
    }
    return arguments;
  }

  private static Map<String, String> environment(ContainerPlan plan) throws Refused {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("PATH", PATH);
    environment.put("HOSTNAME", plan.pod().hostname());
    if (plan.config().getTty()) {
      environment.put("TERM", "xterm");
    }
    for (String each : plan.image().env()) {
      int equals = each.indexOf('=');
      environment.put(
          equals < 0 ? each : each.substring(0, equals),
          equals < 0 ? "" : each.substring(equals + 1));
    }
    for (KeyValue each : plan.config().getEnvsList()) {
      environment.put(each.getKey(), value(each));
    }
    return environment;
  }

  /** The value of a variable whose name can be one. */
  static String value(KeyValue variable) throws Refused {
    String name = variable.getKey();
    if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
      throw Refused.invalid("envs: \"" + name + "\" is not a name");
    }
    if (!variable.getValue().isValidUtf8()) {
      throw Refused.invalid("envs: the value of \"" + name + "\" is not UTF-8");
    }
    return variable.getValue().toStringUtf8();
  }

  private static String directory(ContainerConfig config, ImageConfig image) throws Refused {
    String directory =
        config.getWorkingDir().isEmpty() ? image.workingDir() : config.getWorkingDir();
    if (directory.isEmpty()) {
      return "/";
    }
    if (!directory.startsWith("/")) {
      throw Refused.invalid("working_dir: \"" + directory + "\" is not an absolute path");
    }
    return directory;
  }

  private static void appArmor(ObjectNode process, LinuxContainerSecurityContext context, Host host)
      throws Refused {
    SecurityProfile profile = context.getApparmor();
    String name = profile.getLocalhostRef();
    boolean local = profile.getProfileType() == SecurityProfile.ProfileType.Localhost;
    String old = context.getApparmorProfile();
    if (!context.hasApparmor() && old.startsWith("localhost/")) {
      local = true;
      name = old.substring("localhost/".length());
    }
    if (!local) {
      return;
    }
    if (!host.appArmor()) {
      throw Refused.invalid(
          "apparmor: this kernel has no AppArmor, so no profile \"" + name + "\"");
    }
    process.put("apparmorProfile", name);
  }

  private static void seLinux(ObjectNode process, SELinuxOption option, Host host) {
    if (host.seLinux() && !option.equals(SELinuxOption.getDefaultInstance())) {
      process.put(
          "selinuxLabel",
          String.join(
              ":", option.getUser(), option.getRole(), option.getType(), option.getLevel()));
    }
  }
}
