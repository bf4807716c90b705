package io.rowlock.java11;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Everything that a class for Java 11 does in another way; it returns what it has seen. */
public final class Sample implements Supplier<List<Object>> {

  /** A component of each kind of type. */
  @SuppressWarnings("ArrayRecordComponent") // as equals compares it
  record All(
      boolean flag,
      byte small,
      short port,
      char sign,
      int count,
      long time,
      float part,
      double mean,
      String text,
      List<All> others,
      int... numbers) {}

  record Empty() {}

  /** Has methods of its own. */
  public record Own(int number, String text) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Own own && own.number == number;
    }

    @Override
    public int hashCode() {
      return number;
    }
  }

  /** Seen by applications. */
  public sealed interface Shape permits Circle, Square {}

  record Circle(int radius) implements Shape {}

  record Square(int side) implements Shape {
    private Square bigger(long by) {
      return new Square(side + (int) by);
    }

    private static Square unit() {
      return new Square(1);
    }
  }

  /** With a private constructor. */
  static final class Hidden {
    private final String text;

    private Hidden(String text) {
      this.text = text;
    }
  }

  private interface Named {
    private String name(String prefix) {
      return prefix + "named";
    }
  }

  @Override
  public List<Object> get() {
    List<Object> seen = new ArrayList<>();
    int[] numbers = {1, 2};
    All one = all(1, Double.NaN, numbers);
    for (All other :
        List.of(
            all(1, Double.NaN, numbers),
            all(1, 0.0, numbers),
            all(1, -0.0, numbers),
            all(2, Double.NaN, numbers),
            all(1, Double.NaN, new int[] {1, 2}))) {
      seen.add(one.equals(other));
    }
    seen.add(all(1, -0.0, numbers).equals(all(1, 0.0, numbers)));
    seen.add(Objects.equals(one, null));
    seen.add(((Object) one).equals("one"));
    All plain = new All(true, (byte) -1, (short) 2, 'c', 3, 4L << 40, 5.5f, 6.5, null, List.of());
    seen.add(new All(true, (byte) 1, (short) 2, 'c', 3, 4, 5, 6, "", List.of(), null).hashCode());
    seen.add(plain.toString().replaceAll("@.*", ""));
    seen.add(new Empty() + " " + new Empty().hashCode() + new Empty().equals(new Empty()));
    seen.add(new Own(1, "a").equals(new Own(1, "b")));
    seen.add(new Own(7, "a").hashCode() + " " + new Own(7, "%1$s"));
    Stream<Shape> shapes = Stream.of(new Circle(1), new Square(2));
    seen.add(shapes.map(Shape::toString).toList());
    seen.add(Stream.of("a", null).toList());
    seen.add("%s of %d".formatted("one", 2));
    return references(seen);
  }

  private static List<Object> references(List<Object> seen) {
    Function<Long, Square> bigger = new Square(1)::bigger;
    Function<String, Hidden> hide = Hidden::new;
    Supplier<Square> unit = Square::unit;
    Named named = new Named() {};
    Function<String, String> name = named::name;
    seen.add(bigger.apply(2L).toString() + unit.get() + hide.apply("x").text + name.apply("un"));
    seen.add(Arrays.asList(new Square(1)).contains(new Square(1)));
    return seen;
  }

  private static All all(int count, double mean, int[] numbers) {
    return new All(false, (byte) 0, (short) 0, ' ', count, 0, 0, mean, "t", List.of(), numbers);
  }
}
