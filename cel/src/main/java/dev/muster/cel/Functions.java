package dev.muster.cel;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import dev.cel.runtime.CelRuntimeBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/** Functions being declared: each once for the checker and once for the interpreter. */
@SuppressWarnings("Immutable") // the code of functions has no state, which its types cannot say
final class Functions {
  private final Map<String, List<CelOverloadDecl>> declared = new LinkedHashMap<>();
  private final List<CelFunctionBinding> bound = new ArrayList<>();

  /** {@code receiver.name()}. */
  <A> void method(
      String name, String id, Typed<?> result, Typed<A> receiver, Function<A, Object> code) {
    declare(name, CelOverloadDecl.newMemberOverload(id, result.type(), receiver.type()));
    bound.add(CelFunctionBinding.from(id, receiver.held(), code::apply));
  }

  /** {@code receiver.name(argument)}. */
  <A, B> void method(
      String name,
      String id,
      Typed<?> result,
      Typed<A> receiver,
      Typed<B> argument,
      BiFunction<A, B, Object> code) {
    declare(
        name,
        CelOverloadDecl.newMemberOverload(id, result.type(), receiver.type(), argument.type()));
    bound.add(CelFunctionBinding.from(id, receiver.held(), argument.held(), code::apply));
  }

  /** {@code receiver.name(arguments...)}; the receiver is the first of the values. */
  void method(
      String name, String id, Typed<?> result, List<Typed<?>> values, CelFunctionOverload code) {
    List<CelType> types = new ArrayList<>();
    List<Class<?>> held = new ArrayList<>();
    for (Typed<?> value : values) {
      types.add(value.type());
      held.add(value.held());
    }
    declare(name, CelOverloadDecl.newMemberOverload(id, result.type(), types));
    bound.add(CelFunctionBinding.from(id, held, code));
  }

  /** {@code receiver.name(arguments...)} whose code is bound under another overload. */
  void declareMethod(String name, String id, Typed<?> result, List<Typed<?>> values) {
    declare(
        name,
        CelOverloadDecl.newMemberOverload(
            id, result.type(), values.stream().map(Typed::type).toList()));
  }

  /** {@code name()}. */
  void function(String name, String id, Typed<?> result, Supplier<Object> code) {
    declare(name, CelOverloadDecl.newGlobalOverload(id, result.type()));
    bound.add(CelFunctionBinding.from(id, List.of(), arguments -> code.get()));
  }

  /** {@code name(argument)}. */
  <A> void function(
      String name, String id, Typed<?> result, Typed<A> argument, Function<A, Object> code) {
    declare(name, CelOverloadDecl.newGlobalOverload(id, result.type(), argument.type()));
    bound.add(CelFunctionBinding.from(id, argument.held(), code::apply));
  }

  /** {@code name(first, second)}. */
  <A, B> void function(
      String name,
      String id,
      Typed<?> result,
      Typed<A> first,
      Typed<B> second,
      BiFunction<A, B, Object> code) {
    declare(
        name, CelOverloadDecl.newGlobalOverload(id, result.type(), first.type(), second.type()));
    bound.add(CelFunctionBinding.from(id, first.held(), second.held(), code::apply));
  }

  /** The code of an overload that CEL itself declares. */
  <A> void bind(String id, Typed<A> argument, Function<A, Object> code) {
    bound.add(CelFunctionBinding.from(id, argument.held(), code::apply));
  }

  /** The same with two arguments. */
  <A, B> void bind(String id, Typed<A> first, Typed<B> second, BiFunction<A, B, Object> code) {
    bound.add(CelFunctionBinding.from(id, first.held(), second.held(), code::apply));
  }

  private void declare(String name, CelOverloadDecl overload) {
    declared.computeIfAbsent(name, any -> new ArrayList<>()).add(overload);
  }

  void declareIn(CelCompilerBuilder compiler) {
    declared.forEach(
        (name, overloads) ->
            compiler.addFunctionDeclarations(
                CelFunctionDecl.newFunctionDeclaration(name, overloads)));
  }

  void bindIn(CelRuntimeBuilder runtime) {
    runtime.addFunctionBindings(bound);
  }
}
