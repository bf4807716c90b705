package io.rowlock.stress;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is still waiting in the library's objects: lines of rows, lanes, alarms, turns. After
 * the last transaction all of these collections must be empty.
 */
public final class Leftovers {

  private static final Set<String> WAITING =
      Set.of("lines", "alarms", "waiting", "underWay", "waitingForIdle", "running", "asked");

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> next = new ArrayDeque<>();
  private final List<String> found = new ArrayList<>();

  private Leftovers() {}

  /** Returns the collections that are not empty, of all objects that can be reached from these. */
  public static List<String> of(Object... roots) {
    Leftovers search = new Leftovers();
    for (Object root : roots) {
      search.add(root);
    }
    for (Object object = search.next.poll(); object != null; object = search.next.poll()) {
      search.look(object);
    }
    return search.found;
  }

  private void add(@Nullable Object object) {
    if (object != null && seen.add(object)) {
      next.add(object);
    }
  }

  private void look(Object object) {
    if (object instanceof Collection<?> several) {
      new ArrayList<>(several).forEach(this::add);
    } else if (object instanceof Map<?, ?> map) {
      new ArrayList<>(map.values()).forEach(this::add);
    }
    for (Class<?> type = object.getClass(); isOurs(type); type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        look(object, field);
      }
    }
  }

  private static boolean isOurs(@Nullable Class<?> type) {
    return type != null
        && type.getName().startsWith("io.rowlock.")
        && !type.getName().startsWith("io.rowlock.simulation.");
  }

  private void look(Object object, Field field) {
    if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
      return;
    }
    Object value;
    try {
      field.setAccessible(true);
      value = field.get(object);
    } catch (ReflectiveOperationException | InaccessibleObjectException closed) {
      throw new IllegalStateException(closed);
    }
    if (WAITING.contains(field.getName()) && sizeOf(value) > 0) {
      found.add(object.getClass().getSimpleName() + "." + field.getName() + " " + sizeOf(value));
    }
    add(value);
  }

  private static int sizeOf(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.size();
    }
    return value instanceof Collection<?> several ? several.size() : 0;
  }
}
