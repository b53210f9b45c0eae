package dev.talaria.registry.internal.session;

import dev.talaria.admin.PrincipalFilter;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolFilter;
import dev.talaria.registry.internal.table.TablePublisher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the filters of principals and makes what they say part of the published table, for as long
 * as the principal has an open session. Lock-free: filters are asked on the thread that opens a
 * session or tells of a change; who finds that a change happened while it asked, asks again, so
 * that the last answer that is published is not older than the last change.
 */
public final class PrincipalFilters {
  private static final Logger LOG = LoggerFactory.getLogger(PrincipalFilters.class);
  private static final ToolFilter NOTHING = ToolFilter.only(Set.of());

  private final TablePublisher publisher;
  private final List<PrincipalFilter> filters = new CopyOnWriteArrayList<>();
  private final Map<String, Integer> open = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();

  public PrincipalFilters(TablePublisher publisher) {
    this.publisher = publisher;
  }

  /** Lets a filter take part until closed. */
  public Subscription add(PrincipalFilter filter) {
    filters.add(filter);
    Subscription listening = filter.onChange(this::consultAll);
    consultAll();
    return () -> {
      listening.close();
      filters.remove(filter);
      consultAll();
    };
  }

  /** A session begins: when this returns, the table binds it. */
  void opened(String principal) {
    open.merge(principal, 1, Integer::sum);
    if (!filters.isEmpty()) {
      consult(principal);
    }
  }

  /** A session has ended. */
  void closed(String principal) {
    open.computeIfPresent(principal, (p, sessions) -> sessions == 1 ? null : sessions - 1);
    if (publisher.table().catalog().principals().containsKey(principal)) {
      change(
          principal,
          // Looked at under the publisher's lock: a session that opens meanwhile binds after it.
          known -> open.containsKey(principal) ? known : List.of());
    }
  }

  private void consultAll() {
    changes.incrementAndGet();
    open.keySet().forEach(this::consult);
  }

  private void consult(String principal) {
    long seen;
    do {
      seen = changes.get();
      List<ToolFilter> said = ask(principal);
      change(principal, known -> open.containsKey(principal) ? said : List.of());
    } while (seen != changes.get());
  }

  private List<ToolFilter> ask(String principal) {
    List<ToolFilter> said = new ArrayList<>();
    for (PrincipalFilter filter : filters) {
      ToolFilter answer = answer(filter, principal);
      if (!answer.equals(ToolFilter.ALL)) {
        said.add(answer);
      }
    }
    return said;
  }

  private static ToolFilter answer(PrincipalFilter filter, String principal) {
    try {
      ToolFilter answer = filter.filterOf(principal);
      if (answer != null) {
        return answer;
      }
      LOG.warn(
          "The filter {} says nothing about {}: it gets no tools",
          filter.getClass().getName(),
          principal);
    } catch (RuntimeException | LinkageError e) {
      LOG.warn(
          "The filter {} failed for {}: it gets no tools",
          filter.getClass().getName(),
          principal,
          e);
    }
    return NOTHING;
  }

  private void change(String principal, UnaryOperator<List<ToolFilter>> change) {
    publisher.applyCatalog(
        catalog -> {
          Map<String, List<ToolFilter>> all = new HashMap<>(catalog.principals());
          List<ToolFilter> binding = change.apply(all.getOrDefault(principal, List.of()));
          if (binding.isEmpty()) {
            all.remove(principal);
          } else {
            all.put(principal, binding);
          }
          return catalog.withPrincipals(all);
        });
  }
}
