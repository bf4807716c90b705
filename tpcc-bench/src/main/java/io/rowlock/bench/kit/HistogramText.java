package io.rowlock.bench.kit;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms as text, without any loss, for other processes. */
public final class HistogramText {
  private HistogramText() {}

  public static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /** Throws {@link IllegalArgumentException} if the text is not one of {@link #encode}. */
  public static Histogram decode(String text) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(text));
      return Histogram.decodeFromCompressedByteBuffer(buffer, 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("Not a histogram: " + text, e);
    }
  }
}
