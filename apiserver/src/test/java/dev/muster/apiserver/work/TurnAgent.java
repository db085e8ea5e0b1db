package dev.muster.apiserver.work;

import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Has every method and every loop of the server, its parsers and the collections counted. */
public final class TurnAgent implements ClassFileTransformer {
  private static final String[] COUNTED = {
    "dev/muster/",
    "com/fasterxml/jackson/databind/node/",
    "com/fasterxml/jackson/databind/util/",
    "org/snakeyaml/",
    "dev/cel/",
    "com/google/re2j/",
    "com/google/common/collect/",
    "java/util/regex/",
    "java/util/Abstract",
    "java/util/Array",
    "java/util/Collections",
    "java/util/Enum",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/IdentityHash",
    "java/util/Immutable",
    "java/util/Linked",
    "java/util/Priority",
    "java/util/Tree",
  };

  private static final String ITSELF = TurnAgent.class.getPackageName().replace('.', '/');

  private static final ClassDesc TURNS = ClassDesc.of("dev.muster.apiserver.work.Turns");

  private TurnAgent() {}

  /** Called by the JVM before anything else. */
  public static void premain(@Nullable String options, Instrumentation instrumentation)
      throws Exception {
    TurnAgent agent = new TurnAgent();
    try (InputStream own = TurnAgent.class.getResourceAsStream("TurnAgent.class")) {
      agent.counting(null, Objects.requireNonNull(own).readAllBytes());
    }
    // by now all that it takes to change a class is loaded, and cannot wait for itself
    instrumentation.addTransformer(agent, true);
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> each : instrumentation.getAllLoadedClasses()) {
      if (counts(each.getName().replace('.', '/')) && instrumentation.isModifiableClass(each)) {
        loaded.add(each);
      }
    }
    instrumentation.retransformClasses(loaded.toArray(Class<?>[]::new));
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (name == null || !counts(name)) {
      return null;
    }
    try {
      return counting(loader, bytes);
    } catch (RuntimeException e) {
      System.err.println("not counted: " + name + ": " + e);
      return null;
    }
  }

  private static boolean counts(String name) {
    for (String prefix : COUNTED) {
      if (name.startsWith(prefix)) {
        return !name.startsWith(ITSELF);
      }
    }
    return false;
  }

  private byte[] counting(@Nullable ClassLoader loader, byte[] bytes) {
    ClassFile format =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(
                    loader == null ? ClassLoader.getSystemClassLoader() : loader)));
    ClassModel parsed = format.parse(bytes);
    String type = parsed.thisClass().asInternalName();
    return format.transformClass(
        parsed,
        (builder, element) -> {
          if (element instanceof MethodModel method) {
            String name = type + "." + method.methodName().stringValue();
            builder.transformMethod(
                method,
                MethodTransform.transformingCode(
                    CodeTransform.ofStateful(() -> new Counting(Turns.number(name)))));
          } else {
            builder.with(element);
          }
        });
  }

  /** A branch to where the code has already been is a loop that goes on. */
  private static final class Counting implements CodeTransform {
    private static final MethodTypeDesc METHOD =
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc LENGTH_AND_METHOD =
        MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int, ConstantDescs.CD_int);

    private final int method;
    private final Set<Label> passed = new HashSet<>();

    Counting(int method) {
      this.method = method;
    }

    @Override
    public void atStart(CodeBuilder code) {
      turn(code);
    }

    private void turn(CodeBuilder code) {
      code.loadConstant(method).invokestatic(TURNS, "turn", METHOD);
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      if (element instanceof LabelTarget target) {
        passed.add(target.label());
      } else if (element instanceof BranchInstruction branch && passed.contains(branch.target())) {
        turn(code);
      } else if (element instanceof InvokeInstruction call && copies(call)) {
        code.dup().loadConstant(method).invokestatic(TURNS, "copied", LENGTH_AND_METHOD);
      }
      code.with(element);
    }

    private static boolean copies(InvokeInstruction call) {
      return call.name().equalsString("arraycopy")
          && call.owner().name().equalsString("java/lang/System");
    }
  }
}
