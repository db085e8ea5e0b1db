package dev.muster.runtime.imageservice;

import dev.muster.cri.v1.FilesystemIdentifier;
import dev.muster.cri.v1.FilesystemUsage;
import dev.muster.cri.v1.ImageFsInfoRequest;
import dev.muster.cri.v1.ImageFsInfoResponse;
import dev.muster.cri.v1.ImageServiceGrpc;
import dev.muster.cri.v1.ImageStatusRequest;
import dev.muster.cri.v1.ImageStatusResponse;
import dev.muster.cri.v1.ListImagesRequest;
import dev.muster.cri.v1.ListImagesResponse;
import dev.muster.cri.v1.PullImageRequest;
import dev.muster.cri.v1.PullImageResponse;
import dev.muster.cri.v1.RemoveImageRequest;
import dev.muster.cri.v1.RemoveImageResponse;
import dev.muster.cri.v1.UInt64Value;
import dev.muster.linux.DiskUsage;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageException;
import dev.muster.runtime.images.ImageNotFoundException;
import dev.muster.runtime.images.ImagePuller;
import dev.muster.runtime.images.ImageReference;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.images.OverlaySnapshots;
import dev.muster.runtime.images.PullProgress;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The images of one store, for a kubelet or crictl. */
public final class CriImageService extends ImageServiceGrpc.ImageServiceImplBase {
  private static final Logger log = LoggerFactory.getLogger(CriImageService.class);

  private final ImageStore store;
  private final OverlaySnapshots snapshots;
  private final ImagePuller puller;

  public CriImageService(ImageStore store, OverlaySnapshots snapshots, ImagePuller puller) {
    this.store = store;
    this.snapshots = snapshots;
    this.puller = puller;
  }

  /** What one call does; its failures become the call's status. */
  @FunctionalInterface
  private interface Call<T> {
    T run() throws IOException;
  }

  @Override
  public void listImages(ListImagesRequest request, StreamObserver<ListImagesResponse> observer) {
    answer(
        observer,
        () -> {
          String wanted = request.getFilter().getImage().getImage();
          List<Image> images =
              wanted.isEmpty() ? store.list() : store.find(wanted).stream().toList();
          ListImagesResponse.Builder response = ListImagesResponse.newBuilder();
          images.forEach(each -> response.addImages(ImageViews.of(each)));
          return response.build();
        });
  }

  @Override
  public void imageStatus(
      ImageStatusRequest request, StreamObserver<ImageStatusResponse> observer) {
    answer(
        observer,
        () -> {
          ImageStatusResponse.Builder response = ImageStatusResponse.newBuilder();
          Optional<Image> image = store.find(required(request.getImage().getImage()));
          if (image.isPresent()) {
            response.setImage(ImageViews.of(image.get()));
            if (request.getVerbose()) {
              response.putInfo(
                  "info",
                  "{\"imageSpec\":"
                      + new String(store.configuration(image.get()), StandardCharsets.UTF_8)
                      + "}");
            }
          }
          return response.build();
        });
  }

  @Override
  public void pullImage(PullImageRequest request, StreamObserver<PullImageResponse> observer) {
    answer(
        observer,
        () -> {
          ImageReference reference = reference(required(request.getImage().getImage()));
          Image image =
              puller.pull(reference, AuthConfigs.read(request.getAuth()), PullProgress.SILENT);
          try {
            snapshots.unpack(image);
          } catch (IOException e) {
            store.remove(image.id().text());
            throw e;
          }
          return PullImageResponse.newBuilder().setImageRef(image.id().text()).build();
        });
  }

  @Override
  public void removeImage(
      RemoveImageRequest request, StreamObserver<RemoveImageResponse> observer) {
    answer(
        observer,
        () -> {
          if (store.remove(required(request.getImage().getImage()))) {
            boolean unused = snapshots.collectGarbageIfIdle();
          }
          return RemoveImageResponse.getDefaultInstance();
        });
  }

  @Override
  public void imageFsInfo(
      ImageFsInfoRequest request, StreamObserver<ImageFsInfoResponse> observer) {
    answer(
        observer,
        () ->
            ImageFsInfoResponse.newBuilder()
                .addImageFilesystems(usage(store.root(), snapshots.imageUsage()))
                .addContainerFilesystems(usage(store.root(), snapshots.containerUsage()))
                .build());
  }

  private static FilesystemUsage usage(Path root, DiskUsage usage) {
    return FilesystemUsage.newBuilder()
        .setTimestamp(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()))
        .setFsId(FilesystemIdentifier.newBuilder().setMountpoint(root.toString()))
        .setUsedBytes(UInt64Value.newBuilder().setValue(usage.bytes()))
        .setInodesUsed(UInt64Value.newBuilder().setValue(usage.inodes()))
        .build();
  }

  private static String required(String image) {
    if (image.isEmpty()) {
      throw Status.INVALID_ARGUMENT.withDescription("image: required").asRuntimeException();
    }
    return image;
  }

  private static ImageReference reference(String image) {
    try {
      return ImageReference.parse(image);
    } catch (ImageException e) {
      throw Status.INVALID_ARGUMENT.withDescription(e.getMessage()).asRuntimeException();
    }
  }

  private static <T> void answer(StreamObserver<T> observer, Call<T> call) {
    T response;
    try {
      response = call.run();
    } catch (ImageNotFoundException e) {
      observer.onError(Status.NOT_FOUND.withDescription(e.getMessage()).asRuntimeException());
      return;
    } catch (IOException e) {
      observer.onError(Status.UNKNOWN.withDescription(e.getMessage()).asRuntimeException());
      return;
    } catch (io.grpc.StatusRuntimeException e) {
      observer.onError(e);
      return;
    } catch (RuntimeException broken) {
      log.error("call failed", broken);
      observer.onError(Status.INTERNAL.withDescription("see the log").asRuntimeException());
      return;
    }
    observer.onNext(response);
    observer.onCompleted();
  }
}
