package io.rowlock.it.soak;

import static io.rowlock.it.soak.Samples.MEGABYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SampleTest {

  @Test
  void deadServerLeavesItsColumnsEmpty() {
    List<Sample> samples = Samples.of(4, i -> MEGABYTE, i -> 40);
    List<String> lines =
        new String(Sample.table(2).csv(List.of(samples.get(0), samples.get(3))), UTF_8)
            .lines()
            .toList();
    assertThat(lines)
        .containsExactly(
            "seconds,client_heap_bytes,client_direct_bytes,client_threads,commits,conflicts,"
                + "failures,unknown,tables,clients_replaced,servers_killed,lock_cells,"
                + "lock_file_bytes,other_file_bytes,server1_heap_bytes,server1_threads,"
                + "server1_open_scanners,server2_heap_bytes,server2_threads,server2_open_scanners",
            "0.0,1048576,1048576,40,0,0,0,0,1,0,0,1000,1048576,2097152,,,,209715200,90,3",
            "30.0,1048576,1048576,40,300,6,0,0,1,0,0,1003,1048576,2097152,"
                + "209715200,90,3,209715200,90,3");
  }
}
