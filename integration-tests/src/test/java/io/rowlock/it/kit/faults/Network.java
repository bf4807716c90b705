package io.rowlock.it.kit.faults;

import io.rowlock.it.kit.faults.WireCall.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/**
 * The network between one client and the region servers, with faults that a test injects. It needs
 * nothing on the servers' side, so it works with any cluster. Lookups of regions and calls to the
 * master pass unchanged.
 *
 * <p>A test creates a network with {@link #create} and passes it to the client with {@link
 * #applyTo}. A client in another process reads {@link #FAULTS} from its configuration.
 */
public final class Network {

  /** Faults as text, like {@code WRITE 3 HALT_AFTER; READ 1 LOSE_REPLY}. */
  public static final String FAULTS = "rowlock.test.faults";

  private static final String ID = "rowlock.test.network";
  private static final Map<String, Network> NETWORKS = new ConcurrentHashMap<>();

  private enum State {
    RUNNING,
    PAUSED,
    STOPPED,
    CLOSED
  }

  /** A fault, and the request that it strikes. */
  private record Rule(Predicate<WireCall> meant, Fault fault) {}

  private final String id = UUID.randomUUID().toString();
  private final List<Rule> rules = new ArrayList<>();
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final List<WireCall> late = new ArrayList<>();
  private final Map<Fault, CompletableFuture<WireCall>> struck = new EnumMap<>(Fault.class);
  private final Map<Object, WireCall.Reply> answers = new HashMap<>();
  private WireCall delayed;
  private State state = State.RUNNING;
  private Supplier<? extends CompletableFuture<?>> onlooker =
      () -> CompletableFuture.completedFuture(null);
  private Consumer<WireCall> log = call -> {};

  private Network() {}

  /** Creates a network without faults. */
  public static Network create() {
    Network network = new Network();
    NETWORKS.put(network.id, network);
    return network;
  }

  /** Puts this network in front of all connections of the configuration. */
  public Configuration applyTo(Configuration configuration) {
    Configuration copy = new Configuration(configuration);
    copy.set(ID, id);
    return faulty(copy);
  }

  /**
   * Returns the configuration of a client in another process, with faults in the format of {@link
   * #FAULTS}.
   */
  public static Configuration withFaults(Configuration configuration, String faults) {
    Configuration copy = new Configuration(configuration);
    copy.set(FAULTS, faults);
    return faulty(copy);
  }

  private static Configuration faulty(Configuration configuration) {
    configuration.set("hbase.rpc.client.impl", FaultyRpcClient.class.getName());
    return configuration;
  }

  static Network of(Configuration configuration) {
    String known = configuration.get(ID);
    return known == null ? parse(configuration.get(FAULTS, "")) : NETWORKS.get(known);
  }

  private static Network parse(String faults) {
    Network network = new Network();
    for (String fault : Splitter.on(';').trimResults().omitEmptyStrings().split(faults)) {
      List<String> words = Splitter.on(' ').splitToList(fault);
      network.at(
          Kind.valueOf(words.get(0)), Integer.parseInt(words.get(1)), Fault.valueOf(words.get(2)));
    }
    return network;
  }

  /** Injects a fault into the {@code number}th request of a kind from now on, counted from 1. */
  public synchronized Network at(Kind kind, int number, Fault fault) {
    int strikes = counts.getOrDefault(kind, 0) + number;
    return when(call -> call.kind() == kind && counts.get(kind) == strikes, fault);
  }

  /** Injects a fault into the next request that matches. */
  public synchronized Network when(Predicate<WireCall> meant, Fault fault) {
    rules.add(new Rule(meant, fault));
    if (struckBy(fault).isDone()) {
      struck.remove(fault);
    }
    return this;
  }

  /** Removes all outstanding faults, and resumes a paused client. */
  public void heal() {
    synchronized (this) {
      rules.clear();
      if (state != State.PAUSED) {
        return;
      }
    }
    resume();
  }

  /** Calls an observer before each request; the request waits for it. */
  public synchronized Network watchedBy(Supplier<? extends CompletableFuture<?>> newOnlooker) {
    onlooker = newOnlooker;
    return this;
  }

  /** Logs each request before it is handled. */
  public synchronized Network loggedTo(Consumer<WireCall> newLog) {
    log = newLog;
    return this;
  }

  /** The number of requests of a kind so far. */
  public synchronized int count(Kind kind) {
    return counts.getOrDefault(kind, 0);
  }

  /** Completes when an outstanding fault of this kind strikes its request. */
  public synchronized CompletableFuture<WireCall> struckBy(Fault fault) {
    return struck.computeIfAbsent(fault, first -> new CompletableFuture<>());
  }

  void accept(WireCall call) {
    var unused = onlooker().get().whenComplete((seen, failure) -> decide(call));
  }

  private synchronized Supplier<? extends CompletableFuture<?>> onlooker() {
    return onlooker;
  }

  private void decide(WireCall call) {
    Fault fault;
    synchronized (this) {
      if (state == State.PAUSED || state == State.STOPPED) {
        waiting.add(() -> decide(call));
        return;
      }
      counts.merge(call.kind(), 1, Integer::sum);
      log.accept(call);
      fault = state == State.CLOSED ? Fault.LOSE_REQUEST : takeRule(call);
      stateAfter(fault);
    }
    if (fault == null) {
      pass(call);
    } else {
      strike(fault, call);
      struckBy(fault).complete(call);
    }
  }

  private Fault takeRule(WireCall call) {
    for (Rule rule : rules) {
      if (rule.meant().test(call)) {
        rules.remove(rule);
        return rule.fault();
      }
    }
    return null;
  }

  /** Changes the state at once, so that no concurrent request passes. */
  private void stateAfter(Fault fault) {
    if (fault == Fault.PAUSE) {
      state = State.PAUSED;
    } else if (fault == Fault.STOP_BEFORE || fault == Fault.STOP_AFTER) {
      state = State.STOPPED;
    }
  }

  private void pass(WireCall call) {
    WireCall held = takeDelayed();
    deliver(
        call,
        reply -> {
          remember(call, reply);
          Runnable giving = () -> unlessHalted(() -> call.answer(reply));
          if (held == null) {
            giving.run();
          } else {
            deliver(held, ignored -> giving.run());
          }
        });
  }

  private static void deliver(WireCall call, Consumer<WireCall.Reply> next) {
    var unused = call.deliver().thenAccept(next);
  }

  private synchronized void remember(WireCall call, WireCall.Reply reply) {
    if (call.kind() == Kind.READ && reply.failure() == null) {
      answers.put(call.content(), reply);
    }
  }

  private synchronized WireCall.Reply formerAnswer(WireCall call) {
    WireCall.Reply former = answers.get(call.content());
    if (former == null) {
      throw new IllegalStateException("No earlier answer to: " + call);
    }
    return former;
  }

  private synchronized WireCall takeDelayed() {
    WireCall held = delayed;
    delayed = null;
    return held;
  }

  /** Continues, for example with an answer, unless the client is gone or suspended. */
  private void unlessHalted(Runnable next) {
    synchronized (this) {
      if (state == State.PAUSED || state == State.STOPPED) {
        waiting.add(() -> unlessHalted(next));
        return;
      }
    }
    next.run();
  }

  private void strike(Fault fault, WireCall call) {
    switch (fault) {
      case LOSE_REQUEST -> call.timeOut();
      case LOSE_REPLY -> deliver(call, lost -> unlessHalted(call::timeOut));
      case DELAY -> {
        setDelayed(call);
        call.timeOut();
      }
      case DELIVER_LATE -> {
        addLate(call);
        call.timeOut();
      }
      case DELIVER_TWICE -> deliver(call, first -> pass(call));
      case REPEAT_LATE -> {
        addLate(call);
        pass(call);
      }
      case REFUSE_AS_STALE -> call.refuse();
      case ANSWER_AS_STALE -> call.answer(formerAnswer(call));
      case PAUSE -> unlessHalted(() -> pass(call));
      case STOP_BEFORE -> unlessHalted(call::timeOut);
      case STOP_AFTER -> deliver(call, unapplied -> unlessHalted(call::timeOut));
      case HALT_BEFORE -> Runtime.getRuntime().halt(1);
      case HALT_AFTER -> deliver(call, unapplied -> Runtime.getRuntime().halt(1));
    }
  }

  private synchronized void setDelayed(WireCall call) {
    delayed = call;
  }

  private synchronized void addLate(WireCall call) {
    late.add(call);
  }

  /** Resumes a paused client. */
  public void resume() {
    changeTo(State.RUNNING);
  }

  private void changeTo(State next) {
    Queue<Runnable> held;
    synchronized (this) {
      state = next;
      held = new ArrayDeque<>(waiting);
      waiting.clear();
    }
    held.forEach(Runnable::run);
  }

  /** Whether the client is gone. */
  public synchronized boolean isStopped() {
    return state == State.STOPPED || state == State.CLOSED;
  }

  /** Delivers the delayed requests, and returns their number. */
  public int deliverLate() {
    List<CompletableFuture<?>> deliveries = new ArrayList<>();
    synchronized (this) {
      if (delayed != null) {
        late.add(takeDelayed());
      }
      late.forEach(call -> deliveries.add(call.deliver()));
      late.clear();
    }
    CompletableFuture.allOf(deliveries.toArray(CompletableFuture[]::new)).join();
    return deliveries.size();
  }

  /** Loses all requests from now on, so that a stopped client can be closed. */
  public void close() {
    changeTo(State.CLOSED);
    NETWORKS.remove(id);
  }
}
