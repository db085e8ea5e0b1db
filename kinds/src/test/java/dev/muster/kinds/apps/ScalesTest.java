package dev.muster.kinds.apps;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.apply.ScaleFields;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ScalesTest {
  private static final Kind DEPLOYMENT =
      KubernetesKinds.kinds().byResource("apps/v1", "deployments").orElseThrow();
  private static final Kind CONTROLLER =
      KubernetesKinds.kinds().byResource("v1", "replicationcontrollers").orElseThrow();

  @Test
  void showsWantedAndPresentReplicasAndTheSelectorAsText() throws IOException {
    ObjectNode scale =
        Scales.of(
            DEPLOYMENT,
            object(
                "{'metadata':{'name':'d','namespace':'n','uid':'u','generation':3,'labels':{'a':'b'}},'spec':{'replicas':2,'selector':"
                    + "{'matchLabels':{'app':'d'},'matchExpressions':[{'key':'tier','operator':'In','values':['b','a']},"
                    + "{'key':'old','operator':'DoesNotExist'},{'key':'new','operator':'Exists'}]}},'status':{'replicas':1}}"));
    assertThat(scale)
        .isEqualTo(
            object(
                "{'kind':'Scale','apiVersion':'autoscaling/v1','metadata':{'name':'d','namespace':'n','uid':'u'},"
                    + "'spec':{'replicas':2},'status':{'replicas':1,'selector':'app=d,new,!old,tier in (a,b)'}}"));
  }

  @Test
  void leavesOutZeroAndReadsAPlainSelector() throws IOException {
    ObjectNode scale =
        Scales.of(
            CONTROLLER,
            object(
                "{'metadata':{'name':'r'},'spec':{'replicas':0,'selector':{'b':'2','a':'1'}},'status':{}}"));
    assertThat(scale)
        .isEqualTo(
            object(
                "{'kind':'Scale','apiVersion':'autoscaling/v1','metadata':{'name':'r'},'spec':{},"
                    + "'status':{'replicas':0,'selector':'a=1,b=2'}}"));
  }

  @Test
  void refusesFewerThanNone() throws IOException {
    Errors errors = new Errors();
    Scales.validate(
        object("{'metadata':{'name':'d','namespace':'n'},'spec':{'replicas':-1}}"), errors);
    assertThat(errors.message())
        .isEqualTo("spec.replicas: Invalid value: -1: must be greater than or equal to 0");
  }

  @Test
  void writesTheWantedNumberAndTheVersionItInsistsOn() throws IOException {
    ObjectNode deployment =
        object("{'metadata':{'name':'d','resourceVersion':'9'},'spec':{'replicas':1}}");
    Scales.apply(
        ScaleFields.KIND,
        object("{'metadata':{'resourceVersion':'4'},'spec':{'replicas':5}}"),
        deployment);
    assertThat(deployment)
        .isEqualTo(object("{'metadata':{'name':'d','resourceVersion':'4'},'spec':{'replicas':5}}"));
  }

  private static ObjectNode object(String json) throws IOException {
    return (ObjectNode) Trees.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }
}
