package dev.muster.cel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.cel.AccessCheck.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What expressions evaluate to, and what is said when they do not. */
class ExpressionTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String POD =
      """
      {"metadata": {"name": "web", "labels": {"app": "shop", "tier": "front"}},
       "spec": {"replicas": 3, "share": 0.5, "ready": true, "gone": null, "memory": "1.5Gi",
                "containers": [{"name": "a", "image": "nginx:1.27"}, {"name": "b", "image": "x"}],
                "ports": [80, 443, 8080], "names": ["x", "y", "z"], "nested": [[1, 2], [3]]}}
      """;

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static Bindings bindings() {
    AccessCheck check =
        q ->
            new Answer(
                q.verb().equals("use") && (q.who().isRequester() || q.namespace().isEmpty()),
                q.who() + " " + q.group() + "/" + q.resource() + "/" + q.name() + q.path(),
                q.verb().equals("broken") ? "webhook down" : "");
    return new Bindings(Map.of())
        .with("object", json(POD))
        .with("oldObject", null)
        .with("params", json("{\"data\": {\"max\": \"3\"}}"))
        .with(
            "request", json("{\"operation\": \"CREATE\", \"userInfo\": {\"username\": \"jane\"}}"))
        .withNamespace(null)
        .withAuthorizer(check, "", "pods", "", "default", "web");
  }

  private static Evaluation evaluate(String text) {
    return switch (new ExpressionCompiler(true).compile(text, ResultType.ANY)) {
      case Compilation.Compiled c -> c.expression().evaluate(bindings(), new Budget(Budget.POLICY));
      case Compilation.Refused r -> throw new AssertionError(r.detail());
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'%s is %d and %.2f'.format(['x', 5, 1.5]) == 'x is 5 and 1.50'",
        "object.spec.replicas == 3 && object.spec.share < 1 && object.spec.ready",
        "object.spec.replicas < 3.5 && object.spec.replicas > 2u",
        "object.spec.containers.all(c, c.name.size() == 1)",
        "object.spec.containers.exists(c, c.image.startsWith('nginx'))",
        "object.spec.containers.exists_one(c, c.name == 'b')",
        "object.spec.containers.map(c, c.name) == ['a', 'b']",
        "object.spec.containers.filter(c, c.image.contains(':')).size() == 1",
        "object.metadata.labels.all(k, object.metadata.labels[k] != '')",
        "'app' in object.metadata.labels && !('x' in object.metadata.labels)",
        "has(object.spec.replicas) && !has(object.spec.nothing)",
        "!has(oldObject.spec) && oldObject == null",
        "!has(object.spec.gone.deeper)",
        "object.?spec.?nothing.orValue(7) == 7",
        "object.?spec.?replicas.hasValue()",
        "object[?'spec'].hasValue() && !object[?'nope'].hasValue()",
        "optional.none().or(optional.of(1)).value() == 1",
        "object.?metadata.optMap(m, m.name).orValue('') == 'web'",
        "object.spec.replicas == 3 || object.nothing.at.all",
        "object.nothing.at.all || object.spec.replicas == 3",
        "request.operation == 'CREATE' && request.userInfo.username == 'jane'",
        "int(params.data.max) >= object.spec.replicas",
        "object.spec.ports.isSorted() && object.spec.ports.sum() == 8603",
        "object.spec.ports.max() == 8080 && object.spec.ports.min() == 80",
        "object.spec.names.indexOf('y') == 1 && object.spec.names.lastIndexOf('q') == -1",
        "'abcb'.indexOf('b') == 1 && 'abcb'.lastIndexOf('b') == 3 && 'abc'.charAt(1) == 'b'",
        "'a,b,c'.split(',') == ['a', 'b', 'c'] && ['a', 'b'].join('-') == 'a-b'",
        "'aXbX'.replace('X', '') == 'ab' && 'aXbX'.replace('X', 'y', 1) == 'aybX'",
        "'ab'.replace('', '-') == '-a-b-' && 'ab'.replace('', '-', 2) == '-a-b'",
        "' Ab '.trim().lowerAscii() == 'ab' && 'ab'.upperAscii() == 'AB'",
        "'hello'.substring(1, 3) == 'el'",
        "'abc 123'.find('[0-9]+') == '123' && 'none'.find('[0-9]') == ''",
        "'1 2 3'.findAll('[0-9]') == ['1', '2', '3'] && '1 2 3'.findAll('[0-9]', 2).size() == 2",
        "'nginx:1.27'.matches('^[a-z]+:[0-9.]+$')",
        "'%s has %d of %.2f (%b, %x)'.format([dyn('a'), 3, 1.5, true, 255]) == 'a has 3 of 1.50 (1, ff)'",
        "'%s %s'.format([dyn([1, 2]), {'k': 2}]) == '[1, 2] {\"k\":2}'",
        "strings.quote('a\"b') == '\"a\\\\\"b\"'",
        "url('https://user@example.com:80/a b?k=1&k=2').getHost() == 'example.com:80'",
        "url('https://example.com:80/path').getPort() == '80'",
        "url('https://example.com/p?k=1&k=2').getQuery() == {'k': ['1', '2']}",
        "isURL('https://example.com') && !isURL('../x')",
        "quantity(object.spec.memory).isGreaterThan(quantity('1Gi'))",
        "quantity('1Gi').add(quantity('1Gi')).compareTo(quantity('2Gi')) == 0",
        "quantity('50k').sub(20000).asInteger() == 30000 && !quantity('0.5').isInteger()",
        "isQuantity('1.3Gi') && !isQuantity('200K')",
        "ip('192.168.0.1').family() == 4 && ip('::1').isLoopback() && !isIP('192.168.01.1')",
        "ip('8.8.8.8').isGlobalUnicast() && string(ip('FE80::1')) == 'fe80::1'",
        "ip.isCanonical('::1') && !ip.isCanonical('0::1')",
        "cidr('10.0.0.0/8').containsIP('10.1.2.3') && !cidr('10.0.0.0/8').containsIP(ip('11.0.0.1'))",
        "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16') && cidr('10.1.2.3/8').masked().ip() == ip('10.0.0.0')",
        "cidr('::/0').prefixLength() == 0 && isCIDR('1.2.3.0/24') && !isCIDR('1.2.3.0')",
        "format.dns1123Label().validate('ok') == optional.none()",
        "format.dns1123Label().validate('Not-ok').hasValue()",
        "format.named('uuid').value().validate('no').value() == ['does not match the UUID format']",
        "semver('1.2.3-rc.1').isLessThan(semver('1.2.3')) && semver('v1.2', true).minor() == 2",
        "isSemver('1.0.0') && !isSemver('1.0') && semver('1.10.0').compareTo(semver('1.9.0')) == 1",
        "sets.contains([1, 2, 3], [2]) && sets.intersects(['a'], ['a', 'b'])",
        "object.metadata.labels.transformList(k, v, k + v).size() == 2",
        "timestamp('2024-02-29T00:00:00Z').getDayOfMonth() == 28 && duration('90m') > duration('1h')",
        "timestamp('2024-01-01T00:00:00Z') + duration('1h') == timestamp('2024-01-01T01:00:00Z')",
        "authorizer.group('').resource('configmaps').name('c').check('use').allowed()",
        "!authorizer.group('').resource('configmaps').namespace('n').check('get').allowed()",
        "!authorizer.serviceAccount('n', 'sa').group('').resource('x').namespace('n').check('use').allowed()",
        "authorizer.path('/healthz').check('use').reason().endsWith('/healthz')",
        "authorizer.requestResource.check('broken').error() == 'webhook down'",
        "authorizer.requestResource.check('broken').errored()",
        "type(object.spec.replicas) == int && type(object.spec.names) == list",
        "[1, 2, 3, 4].slice(1, 3) == [2, 3] && object.spec.names.slice(0, 0) == []",
        "[[1, 2], [3], []].flatten() == [1, 2, 3] && object.spec.nested.flatten() == [1, 2, 3]",
        "[[[1], [2]], [[3]]].flatten(2) == [1, 2, 3] && [[1]].flatten(0) == [[1]]",
        "[3, 1, 2].sort() == [1, 2, 3] && ['b', 'a'].sort() == ['a', 'b']",
        "[2.5, -1.0].sort() == [-1.0, 2.5] && [true, false].sort() == [false, true]",
        "[b'b', b'a'].sort() == [b'a', b'b'] && [2u, 1u].sort() == [1u, 2u]",
        "[duration('2h'), duration('1h')].sort()[0] == duration('1h')",
        "object.spec.ports.sort() == [80, 443, 8080] && object.spec.names.sort()[0] == 'x'",
        "object.spec.containers.sortBy(c, c.image).map(c, c.name) == ['a', 'b']",
        "object.spec.ports.sortBy(p, -p) == [8080, 443, 80] && [].sortBy(x, x).size() == 0",
        "[3, 1].sortBy(a, [2, 1].sortBy(b, b)[0] * a) == [1, 3]",
        "[1, 2, 3].reverse() == [3, 2, 1] && object.spec.names.reverse()[0] == 'z'",
        "[1, 2, 1, 3].distinct() == [1, 2, 3] && [[1], [1]].distinct().size() == 1",
        "[dyn(1), dyn(1.0), dyn(1u)].distinct().size() == 1",
        "lists.range(3) == [0, 1, 2] && lists.range(-1) == []",
        "[1, 2].first().value() == 1 && [1, 2].last().value() == 2 && ![].first().hasValue()",
        "optional.unwrap([optional.of(1), optional.none()]) == [1]",
        "[optional.of(1), optional.none()].unwrapOpt() == [1]",
        "optional.of(1).optFlatMap(x, optional.of(x + 1)).value() == 2",
        "optional.ofNonZeroValue('') == optional.none() && optional.of(1) != optional.of(2)",
        "[1, ?optional.none()].size() == 1 && {?'a': optional.none()} == {}",
        "[5, 6].all(i, v, v - i == 5) && [5, 6].exists(i, v, i == 1 && v == 6)",
        "[5, 6].existsOne(i, v, v == 6) && [5, 6].exists_one(i, v, i == 0) && [1].existsOne(x, x == 1)",
        "{'a': 1}.transformMap(k, v, v + 1) == {'a': 2} && {'a': 1}.transformMap(k, v, v > 1, v) == {}",
        "{'a': 'b'}.transformMapEntry(k, v, {v: k}) == {'b': 'a'}",
        "[1, 2, 3].transformList(i, v, i % 2 == 0, v * 10) == [10, 30]",
        "string(5.0) == '5' && string(0.5) == '0.5' && string(1000000.0) == '1e+06'",
        "string(123456.7) == '123456.7' && string(0.00001) == '1e-05' && string(100000.0) == '100000'",
        "'%s %s %s'.format([5.0, 0.5, 1e6]) == '5 0.5 1e+06'",
        "'%s'.format([[1.5, 2.0]]) == '[1.500000, 2.000000]'",
        "'%s'.format([[b'x', b'y']]) == '[b\"x\", b\"y\"]'",
        "'%s'.format([[duration('1h')]]) == '[duration(\"3600s\")]'",
        "'%s %s'.format([null, type(1)]) == 'null int'",
        "'%.2f %f'.format([12345.678, -1234567.0]) == '12,345.68 -1,234,567.000000'",
        "'%e'.format([2.71828]) == '2.718280\u202f\u00d7\u202f10\u2070\u2070'",
        "'%.3e'.format([0.00125]) == '1.250000\u202f\u00d7\u202f10\u207b\u2070\u00b3'",
        "'100%% %s'.format(['x']) == '100% x'",
        "'abc'.charAt(3) == '' && 'abc'.substring(3) == '' && 'a\uD83D\uDE00c'.charAt(2) == 'c'",
        "'abc'.indexOf('c', 9) == -1 && 'abc'.indexOf('', 2) == 2 && 'abcb'.indexOf('b', 2) == 3",
        "'abcb'.lastIndexOf('b', 2) == 1 && 'abc'.lastIndexOf('') == 3 && ''.lastIndexOf('a') == -1",
        "string(duration('1.5s')) == '1.5s' && string(timestamp('2024-01-01T00:00:00.5Z')) == '2024-01-01T00:00:00.5Z'",
        "7 % 2 == 1 && -7 % 2 == -1 && 7u % 2u == 1u",
        "string(b'a') == 'a' && string(true) == 'true' && string(duration('90s')) == '90s'",
        "string(timestamp('2024-01-01T00:00:00Z')) == '2024-01-01T00:00:00Z'",
        "sets.equivalent([1, 2], [2, 1, 1]) && !sets.contains([1], [2])",
        "dyn([1, 2]) == [1.0, 2.0] && dyn({'a': 1}) == {'a': 1.0} && [1, 2] != [2, 1]",
        "jsonpatch.escapeKey('a/b~c') == 'a~1b~0c'",
        "[1.0].indexOf(1.0) == 0 && object.spec.nested.indexOf([3]) == 1",
        "timestamp('2024-01-01T10:00:00Z').getHours('+01:00') == 11",
        "authorizer.group('').resource('x').fieldSelector('a=b').labelSelector('c=d').check('get').reason() != ''",
        "dyn(1) == 1.0 && string(3) == '3' && double('1.5') == 1.5 && bytes('a') == b'a'"
      })
  void isTrue(String text) {
    assertThat(evaluate(text)).isEqualTo(new Evaluation.Value(true));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "object.nothing == 1 | no such key: nothing",
        "object.spec.replicas.deeper == 1 | no such key: deeper",
        "oldObject.spec == 1 | no such key: spec",
        "object.spec.ports[9] == 1 | index out of bounds: 9",
        "object.spec.names + 1 == 3 | no such overload",
        "1 / (object.spec.replicas - 3) == 1 | division by zero",
        "9223372036854775807 + object.spec.replicas > 0 | integer overflow",
        "object.spec.names.filter(n, n == 'q').max() == 'a' | max called on empty list",
        "[1].slice(-1, 0) == [] | cannot slice(-1, 0), negative indexes not supported",
        "[1].slice(1, 0) == [] | cannot slice(1, 0), start index must be less than or equal to end index",
        "[1].slice(0, 2) == [] | cannot slice(0, 2), list is length 1",
        "[dyn(1)].flatten(-1) == [] | level must be non-negative",
        "[dyn(1), dyn('a')].sort() == [] | list elements must have the same type",
        "[dyn([1])].sort() == [] | list elements must be comparable",
        "object.spec.gone.sort() == [] | no such overload",
        "lists.range(9223372036854775807).size() == 1 | operation cancelled: actual cost limit exceeded",
        "[1].flatten(1000000000).size() == 1 | operation cancelled: actual cost limit exceeded",
        "'%d'.format(['x']) == '' | error during formatting: decimal clause can only be used on integers, was given string",
        "'%f'.format([1]) == '' | error during formatting: fixed-point clause can only be used on doubles, was given int",
        "'%b'.format([1.5]) == '' | error during formatting: only integers and bools can be formatted as binary, was given double",
        "'%s %s'.format([1]) == '' | index 1 out of range",
        "'%'.format([1]) == '' | unexpected end of string",
        "'%q'.format([1]) == '' | could not parse formatting clause: unrecognized formatting clause \"q\"",
        "'%.'.format([1]) == '' | could not parse formatting clause: error while parsing precision: could not find end of precision specifier",
        "'abc'.substring(5) == '' | index out of range: 5",
        "'abc'.substring(2, 1) == '' | invalid substring range. start: 2, end: 1",
        "'abc'.substring(0, 4) == '' | index out of range: 4",
        "'abc'.charAt(10) == '' | index out of range: 10",
        "'abc'.indexOf('b', -1) == 0 | index out of range: -1",
        "1 % 0 == 1 | modulus by zero",
        "1u % 0u == 1u | modulus by zero",
        "5u - 6u == 1u | unsigned integer overflow",
        "optional.none().value() == 1 | optional.none() dereference",
        "dyn(1) && true | no such overload",
        "timestamp('9999-12-31T23:59:59Z') + duration('1h') > timestamp('2000-01-01T00:00:00Z') | timestamp overflow",
        "timestamp('2024-01-01T00:00:00Z').getHours('Nowhere/X') == 1 | unknown time zone Nowhere/X",
        "quantity('x') == quantity('y') | quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
        "authorizer.path(' ').check('get').allowed() | path must not be empty",
        "authorizer.group('').resource('').check('get').allowed() | resource must not be empty",
        "authorizer.serviceAccount('n', 'A!').path('/').check('get').allowed() | Invalid service account name",
      })
  void failsWith(String text, String why) {
    assertThat(evaluate(text))
        .isEqualTo(new Evaluation.Failed("expression '" + text + "' resulted in error: " + why));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nothing == 1 | ERROR: <input>:1:1: undeclared reference to 'nothing' (in container '')",
        "request.bogus == 'x' | ERROR: <input>:1:8: undefined field 'bogus'",
        "'1' == 1 | ERROR: <input>:1:5: found no matching overload for '_==_' applied to '(string, int)'",
        "[1, 'a'] == [] | ERROR: <input>:1:5: expected type 'int' but found 'string'",
        "[[1], ['a']] == [] | ERROR: <input>:1:7: expected type 'list(int)' but found 'list(string)'",
        "{'a': 1, 'b': 'x'} == {} | ERROR: <input>:1:15: expected type 'int' but found 'string'",
        "1 + | ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}",
        "'abc'.reverse() == 'cba' | ERROR: <input>:1:14: found no matching overload for 'reverse' applied to 'string.()'",
        "[[1]].sort() == [] | ERROR: <input>:1:11: found no matching overload for 'sort' applied to 'list(list(int)).()'",
        "1.sortBy(a, a) == [] | ERROR: <input>:1:1: sortBy can only be applied to a list, identifier, comprehension, call or select expression",
        "[1].sortBy(1, 2) == [] | ERROR: <input>:1:12: argument is not an identifier",
        "[1].all(i, i, true) | ERROR: <input>:1:12: duplicate variable name: i",
        "cel.bind(a, 1, a) == 1 | ERROR: <input>:1:1: undeclared reference to 'cel' (in container '')",
        "math.greatest(1, 2) == 1 | ERROR: <input>:1:1: undeclared reference to 'math' (in container '')",
        "variables.x | ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')",
      })
  void isRefused(String text, String firstLine) {
    Compilation found = new ExpressionCompiler(true).compile(text, ResultType.BOOL);
    assertThat(found).isInstanceOf(Compilation.Refused.class);
    assertThat(((Compilation.Refused) found).detail().lines().findFirst().orElseThrow())
        .isEqualTo("compilation failed: " + firstLine);
  }

  @Test
  void resultsMustBeOfTheTypeThatIsNeeded() {
    assertThat(new ExpressionCompiler(false).compile("'a'", ResultType.BOOL))
        .isEqualTo(new Compilation.Refused("must evaluate to bool but got string"));
    assertThat(new ExpressionCompiler(false).compile("[1]", ResultType.STRING_OR_NULL))
        .isEqualTo(
            new Compilation.Refused(
                "must evaluate to one of [string null_type] but got list(int)"));
  }

  @Test
  void variablesAreTypedAndComputedOnce() {
    ExpressionCompiler compiler = new ExpressionCompiler(false);
    Expression ports =
        ((Compilation.Compiled)
                compiler.compile("object.spec.ports.map(p, int(p))", ResultType.ANY))
            .expression();
    compiler.define("ports", ports);
    Expression use =
        ((Compilation.Compiled) compiler.compile("variables.ports.sum() == 8603", ResultType.BOOL))
            .expression();
    Bindings bindings = new Bindings(Map.of("ports", ports)).with("object", json(POD));
    assertThat(use.evaluate(bindings, new Budget(Budget.POLICY)))
        .isEqualTo(new Evaluation.Value(true));
    assertThat(compiler.compile("variables.ports == 'a'", ResultType.BOOL))
        .isInstanceOf(Compilation.Refused.class);
  }

  @Test
  void aVariableThatFailsIsNamed() {
    ExpressionCompiler compiler = new ExpressionCompiler(false);
    Expression bad =
        ((Compilation.Compiled) compiler.compile("object.nothing", ResultType.ANY)).expression();
    compiler.define("bad", bad);
    Expression use =
        ((Compilation.Compiled) compiler.compile("variables.bad == 1", ResultType.BOOL))
            .expression();
    assertThat(
            use.evaluate(
                new Bindings(Map.of("bad", bad)).with("object", json(POD)),
                new Budget(Budget.POLICY)))
        .isEqualTo(
            new Evaluation.Failed(
                "expression 'variables.bad == 1' resulted in error: composited variable \"bad\""
                    + " fails to evaluate: expression 'object.nothing' resulted in error: no such key:"
                    + " nothing"));
  }

  @Test
  void anExpressionMayOnlyCostSoMuch() {
    String thrice =
        "[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c,"
            + " [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, a + b + c + d + e > 0)))))";
    assertThat(evaluate(thrice))
        .isEqualTo(
            new Evaluation.Failed(
                "expression '"
                    + thrice
                    + "' resulted in error: operation cancelled: actual cost limit exceeded"));
  }

  @Test
  void threeAccessChecksAreTooMany() {
    String check = "authorizer.requestResource.check('get').allowed()";
    assertThat(evaluate("!" + check + " && !" + check)).isEqualTo(new Evaluation.Value(true));
    assertThat(evaluate("!" + check + " && !" + check + " && !" + check))
        .isInstanceOf(Evaluation.Failed.class);
  }

  @Test
  void theBudgetOfAllExpressionsEnds() {
    Expression cheap =
        ((Compilation.Compiled)
                new ExpressionCompiler(false).compile("object.spec.ready", ResultType.ANY))
            .expression();
    Budget budget = new Budget(5);
    assertThat(cheap.evaluate(bindings(), budget)).isEqualTo(new Evaluation.Value(true));
    assertThat(cheap.evaluate(bindings(), budget)).isEqualTo(new Evaluation.OutOfBudget());
  }
}
