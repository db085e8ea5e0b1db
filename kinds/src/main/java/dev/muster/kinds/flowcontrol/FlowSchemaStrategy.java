package dev.muster.kinds.flowcontrol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.names.Names;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.views.FlowcontrolV1.FlowDistinguisherMethod;
import dev.muster.views.FlowcontrolV1.FlowSchema;
import dev.muster.views.FlowcontrolV1.FlowSchemaCondition;
import dev.muster.views.FlowcontrolV1.FlowSchemaSpec;
import dev.muster.views.FlowcontrolV1.MutableFlowSchema;
import dev.muster.views.FlowcontrolV1.MutableFlowSchemaSpec;
import java.util.List;

/** How requests are told apart. */
public final class FlowSchemaStrategy extends SpecAndStatus {
  private static final List<String> DISTINGUISHERS = List.of("ByNamespace", "ByUser");
  private static final int LAST = 10_000;

  public FlowSchemaStrategy() {
    super("flowcontrol/v1.FlowSchema", true);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    MutableFlowSchemaSpec spec = MutableFlowSchema.of(object).spec().ensure();
    if (spec.matchingPrecedence().number() == 0) {
      spec.matchingPrecedence(1000L);
    }
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    super.prepareForSubresourceUpdate(subresource, object, old);
    StatusOnly.keepMetadata(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    String name = FlowSchema.of(object).metadata().name().text();
    FlowSchemaSpec spec = FlowSchema.of(object).spec();
    At precedence = spec.matchingPrecedence();
    if (precedence.number() <= 0) {
      errors.invalid(precedence, "must be a positive value");
    }
    if (precedence.number() > LAST) {
      errors.invalid(precedence, "must not be greater than " + LAST);
    }
    if (precedence.number() == 1 && !name.equals("exempt")) {
      errors.invalid(precedence, "only the schema named 'exempt' may have matchingPrecedence 1");
    }
    FlowDistinguisherMethod method = spec.distinguisherMethod();
    if (method.present() && !DISTINGUISHERS.contains(method.type().text())) {
      errors.unsupported(
          method.type().path(),
          InternalForm.of("flowcontrol.FlowDistinguisherMethod", method.tree()),
          DISTINGUISHERS);
    }
    At level = spec.priorityLevelConfiguration().name();
    if (level.text().isEmpty()) {
      errors.required(level.path(), "must reference a priority level");
    } else {
      Names.subdomain(level.text(), false).forEach(fault -> errors.invalid(level, fault));
    }
    spec.rules().forEach(rule -> FlowRules.validate(rule, errors));
    MandatoryFlows.schema(name, spec, errors);
    FlowConditions.validate(
        FlowSchema.of(object).status().conditions(), FlowSchemaCondition::type, errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    validate(object, errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    FlowConditions.validate(
        FlowSchema.of(object).status().conditions(), FlowSchemaCondition::type, errors);
  }
}
