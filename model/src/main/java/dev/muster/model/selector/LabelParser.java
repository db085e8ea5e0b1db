package dev.muster.model.selector;

import dev.muster.base.go.GoText;
import dev.muster.model.names.Labels;
import dev.muster.model.selector.LabelLexer.Sort;
import dev.muster.model.selector.LabelLexer.Token;
import dev.muster.model.selector.Requirement.Operator;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reads label selectors. One parser, one text. */
final class LabelParser {
  private static final String OPERATORS = "in, notin, =, ==, !=, gt, lt";

  private final List<Token> tokens;
  private int at;

  LabelParser(String text) {
    this.tokens = LabelLexer.tokens(text);
  }

  List<Requirement> parse() {
    List<Requirement> out = new ArrayList<>();
    while (true) {
      Token first = peek();
      if (first.sort() == Sort.END) {
        return out;
      }
      if (first.asValue() != Sort.WORD && first.sort() != Sort.NOT) {
        throw fault("found '" + first.text() + "', expected: !, identifier, or 'end of string'");
      }
      try {
        out.add(requirement());
      } catch (ApiException e) {
        throw fault("unable to parse requirement: " + e.getMessage());
      }
      Token after = take();
      if (after.sort() == Sort.END) {
        return out;
      }
      if (after.sort() != Sort.COMMA) {
        throw fault("found '" + after.text() + "', expected: ',' or 'end of string'");
      }
      Token next = peek();
      if (next.asValue() != Sort.WORD && next.sort() != Sort.NOT) {
        throw fault("found '" + next.text() + "', expected: identifier after ','");
      }
    }
  }

  private Requirement requirement() {
    Token word = take();
    boolean absent = word.sort() == Sort.NOT;
    if (absent) {
      word = take();
    }
    if (word.asValue() != Sort.WORD) {
      throw fault("found '" + word.text() + "', expected: identifier");
    }
    String key = word.text();
    List<String> faults = Labels.qualifiedName(key);
    if (!faults.isEmpty()) {
      throw fault("<nil>: Invalid value: " + GoText.quote(key) + ": " + String.join("; ", faults));
    }
    Sort next = peek().sort();
    if (absent || next == Sort.END || next == Sort.COMMA) {
      return new Requirement(key, absent ? Operator.ABSENT : Operator.EXISTS, List.of());
    }
    Operator operator = operator();
    Set<String> values =
        operator == Operator.IN || operator == Operator.NOT_IN ? values() : Set.of(exactValue());
    Requirement made = new Requirement(key, operator, List.copyOf(values));
    check(made);
    return made;
  }

  private Operator operator() {
    Token token = take();
    return switch (token.sort()) {
      case IN -> Operator.IN;
      case NOT_IN -> Operator.NOT_IN;
      case EQUALS -> Operator.EQUALS;
      case DOUBLE_EQUALS -> Operator.DOUBLE_EQUALS;
      case NOT_EQUALS -> Operator.NOT_EQUALS;
      case GREATER -> Operator.GREATER;
      case LESS -> Operator.LESS;
      case END, WORD, NOT, OPEN, CLOSE, COMMA ->
          throw fault("found '" + token.text() + "', expected: " + OPERATORS);
    };
  }

  private String exactValue() {
    Sort next = peek().sort();
    if (next == Sort.END || next == Sort.COMMA) {
      return "";
    }
    Token token = take();
    if (token.asValue() != Sort.WORD) {
      throw fault("found '" + token.text() + "', expected: identifier");
    }
    return token.text();
  }

  private Set<String> values() {
    Token open = take();
    if (open.sort() != Sort.OPEN) {
      throw fault("found '" + open.text() + "' expected: '('");
    }
    Token first = peek();
    if (first.sort() == Sort.CLOSE) {
      take();
      return Set.of("");
    }
    if (first.asValue() != Sort.WORD && first.sort() != Sort.COMMA) {
      throw fault("found '" + first.text() + "', expected: ',', ')' or identifier");
    }
    Set<String> out = valueList();
    take(); // the closing parenthesis, which ended the list
    return out;
  }

  /** Values between commas; one that is missing is the empty text. */
  private Set<String> valueList() {
    Set<String> out = new TreeSet<>();
    while (true) {
      Token token = take();
      Token next = peek();
      if (token.asValue() == Sort.WORD) {
        out.add(token.text());
        if (next.sort() == Sort.CLOSE) {
          return out;
        }
        if (next.sort() != Sort.COMMA) {
          throw fault("found '" + next.text() + "', expected: ',' or ')'");
        }
      } else if (token.sort() == Sort.COMMA) {
        if (out.isEmpty() || next.sort() == Sort.CLOSE || next.sort() == Sort.COMMA) {
          out.add("");
        }
        if (next.sort() == Sort.CLOSE) {
          return out;
        }
      } else {
        throw fault("found '" + token.text() + "', expected: ',', or identifier");
      }
    }
  }

  private static void check(Requirement made) {
    Set<String> faults = new LinkedHashSet<>();
    boolean number = made.operator() == Operator.GREATER || made.operator() == Operator.LESS;
    for (int i = 0; number && i < made.values().size(); i++) {
      String value = made.values().get(i);
      if (!isLong(value)) {
        faults.add(
            "values[%d]: Invalid value: %s: for 'Gt', 'Lt' operators, the value must be an integer"
                .formatted(i, GoText.quote(value)));
      }
    }
    for (int i = 0; i < made.values().size(); i++) {
      String value = made.values().get(i);
      List<String> wrong = Labels.value(value);
      if (!wrong.isEmpty()) {
        faults.add(
            "values[%d][%s]: Invalid value: %s: %s"
                .formatted(i, made.key(), GoText.quote(value), String.join("; ", wrong)));
      }
    }
    if (!faults.isEmpty()) {
      String all = String.join(", ", faults);
      throw fault(faults.size() == 1 ? all : "[" + all + "]");
    }
  }

  private static boolean isLong(String text) {
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private Token peek() {
    return tokens.get(Math.min(at, tokens.size() - 1));
  }

  private Token take() {
    Token token = peek();
    at++;
    return token;
  }

  private static ApiException fault(String message) {
    return Status.badRequest(message).exception();
  }
}
