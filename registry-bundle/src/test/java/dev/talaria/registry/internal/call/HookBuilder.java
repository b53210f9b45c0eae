package dev.talaria.registry.internal.call;

import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.ObservingHook;
import dev.talaria.api.hook.RewritingHook;
import dev.talaria.api.hook.TransformingHook;
import dev.talaria.registry.internal.hook.HookHandle;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.hook.HookSource;
import dev.talaria.registry.internal.model.NameGlob;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Puts hooks together for a test, all of one made-up bundle, and counts what is out. */
final class HookBuilder {
  final AtomicInteger obtained = new AtomicInteger();
  final AtomicInteger released = new AtomicInteger();
  private final List<HookHandle<?>> handles = new ArrayList<>();
  private final List<HookHandle<RewritingHook>> rewriting = new ArrayList<>();
  private final List<HookHandle<BlockingHook>> blocking = new ArrayList<>();
  private final List<HookHandle<ObservingHook>> observing = new ArrayList<>();
  private final List<HookHandle<TransformingHook>> transforming = new ArrayList<>();
  private String tools = "*";
  private boolean mayApprove = true;

  /** The hooks added from now on want these tools only. */
  HookBuilder tools(String glob) {
    tools = glob;
    return this;
  }

  /** The hooks added from now on have no grant to approve. */
  HookBuilder withoutApproval() {
    mayApprove = false;
    return this;
  }

  HookBuilder rewrite(RewritingHook hook) {
    rewriting.add(handle(hook));
    return this;
  }

  HookBuilder block(BlockingHook hook) {
    blocking.add(handle(hook));
    return this;
  }

  HookBuilder observe(ObservingHook hook) {
    observing.add(handle(hook));
    return this;
  }

  HookBuilder transform(TransformingHook hook) {
    transforming.add(handle(hook));
    return this;
  }

  private <H> HookHandle<H> handle(H hook) {
    HookSource<H> source =
        new HookSource<>() {
          @Override
          public H obtain() {
            obtained.incrementAndGet();
            return hook;
          }

          @Override
          public void release() {
            released.incrementAndGet();
          }
        };
    HookHandle<H> handle =
        new HookHandle<>(
            "hook " + handles.size() + " of com.example.hooks",
            mayApprove,
            List.of(new NameGlob(tools)),
            source);
    handles.add(handle);
    return handle;
  }

  HookSet build() {
    return new HookSet(rewriting, blocking, observing, transforming);
  }

  /** Takes all of them away, as when their bundle stops. */
  void close() {
    handles.forEach(HookHandle::close);
  }
}
