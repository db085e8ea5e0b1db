package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.pods.Adoption;
import dev.muster.controllers.pods.PodControl;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What is written to the pods of Jobs. Each write is expected to be seen before the next look. */
final class JobPods {
  private final ApiClient client;
  private final Informer pods;
  private final Adoption adoption;
  private final PodControl control;
  private final Expectations expectations;

  JobPods(ControllerContext context, Informer pods, Expectations expectations) {
    this.client = context.client();
    this.pods = pods;
    this.adoption = new Adoption(client, ControlledResources.JOBS, pods);
    this.control = new PodControl(client, context.events(), ControlledResources.JOBS);
    this.expectations = expectations;
  }

  /** The Job's pods; one that has just become so is tracked from now on. */
  List<JobPod> of(String key, ObjectNode job) throws IOException {
    LabelSelector selector = LabelSelector.of(Job.of(job).spec().selector().tree());
    List<JobPod> out = new ArrayList<>();
    for (ObjectNode each : adoption.claim(job, selector, pod -> true)) {
      ObjectNode pod = each;
      if (!ControllerOwners.controls(job, pod) && !new JobPod(new ObservedPod(pod)).tracked()) {
        MutablePod patch = MutablePod.create();
        patch.metadata().replace().finalizers().list().add(JobPod.TRACKING);
        pod = client.strategicPatch(path(pod), patch.tree());
        expectations.written(key, pods, pod);
      }
      out.add(new JobPod(new ObservedPod(pod)));
    }
    return out;
  }

  private String path(ObjectNode pod) {
    return pods.resource().path(Meta.namespace(pod), Meta.name(pod));
  }

  void create(String key, ObjectNode job, ObjectNode pod) throws IOException {
    MutablePod.of(pod)
        .metadata()
        .ensure()
        .ownerReferences()
        .replace()
        .add(ControllerOwners.reference(ControlledResources.JOBS, job).tree());
    expectations.written(key, pods, control.create(job, pod));
  }

  /** Lets the pod go, without waiting for that; it may be gone already. */
  void delete(String key, ObjectNode job, JobPod pod) throws IOException {
    ObjectNode tree = pod.pod().tree();
    try {
      control.delete(job, tree);
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
    expectations.deleted(key, pods, tree);
  }

  /** Takes the finalizer from the pod; it may be gone already. */
  void release(String key, ObservedPod pod) throws IOException {
    MutablePod patch = MutablePod.create();
    MutableObjectMeta metadata = patch.metadata().replace().uid(pod.uid());
    metadata.tree().putArray("$deleteFromPrimitiveList/finalizers").add(JobPod.TRACKING);
    try {
      expectations.written(key, pods, client.strategicPatch(path(pod.tree()), patch.tree()));
    } catch (ApiProblem e) {
      if (!e.isNotFound() && !e.isConflict()) {
        throw e;
      }
    }
  }
}
