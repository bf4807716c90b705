package io.rowlock.bench.kit;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms on their way between processes: compressed, in Base64. */
public final class HistogramJson {
  private HistogramJson() {}

  /** Returns what lets an object mapper write and read histograms. */
  public static SimpleModule module() {
    return new SimpleModule("histograms")
        .addSerializer(Histogram.class, new Writer())
        .addDeserializer(Histogram.class, new Reader());
  }

  /** Writes a histogram. */
  static final class Writer extends JsonSerializer<Histogram> {
    @Override
    public void serialize(Histogram histogram, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      ByteBuffer compressed = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
      int length = histogram.encodeIntoCompressedByteBuffer(compressed);
      json.writeBinary(Arrays.copyOf(compressed.array(), length));
    }
  }

  /** Reads a histogram, to which others can be added. */
  static final class Reader extends JsonDeserializer<Histogram> {
    @Override
    public Histogram deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      try {
        ByteBuffer compressed = ByteBuffer.wrap(json.getBinaryValue());
        Histogram read = Histogram.decodeFromCompressedByteBuffer(compressed, 0);
        // What was read does not grow.
        Histogram histogram = new Histogram(read.getNumberOfSignificantValueDigits());
        histogram.add(read);
        return histogram;
      } catch (DataFormatException e) {
        throw new IOException("Not a histogram", e);
      }
    }
  }
}
