package io.rowlock.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.connection.RowlockConnection;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.rest.RESTServer;
import org.apache.hadoop.hbase.rest.RESTServlet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** HBase's REST gateway gives the same answers on transactional tables as on plain ones. */
@ExtendWith(HBaseExtension.class)
class RestGatewayIT {

  private static final String JSON = "application/json";
  private static final String XML = "text/xml";

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void answersAreThoseOfPlainTables(Configuration configuration, Connection connection)
      throws Exception {
    List<String> plain = answers(configuration, TestTables.createPlain(connection, "m"));
    Configuration rowlock = new Configuration(configuration);
    rowlock.set("hbase.client.connection.impl", RowlockConnection.class.getName());
    List<String> transactional = answers(rowlock, TestTables.create(connection, "m"));

    assertThat(transactional).isEqualTo(plain).hasSize(16);
    assertThat(plain.get(9)).as("all rows").contains(text("a"), text("b"), text("z"));
  }

  private List<String> answers(Configuration configuration, TableName table) throws Exception {
    configuration.setInt("hbase.rest.port", 0);
    configuration.setInt("hbase.rest.info.port", -1);
    configuration.set("hbase.rest.host", "127.0.0.1");
    RESTServer gateway = new RESTServer(configuration);
    gateway.run();
    try {
      return new Gateway(gateway.getPort(), table.getNameAsString()).answers();
    } finally {
      gateway.stop();
      RESTServlet.stop();
    }
  }

  private final class Gateway {

    private final int port;
    private final String table;
    private final List<String> answers = new ArrayList<>();

    Gateway(int port, String table) {
      this.port = port;
      this.table = table;
    }

    List<String> answers() throws Exception {
      write("PUT", "/a", row("a", "1", "2"));
      write("POST", "/z/f:v", row("z", "3"));
      write("PUT", "/rows", rows(cells("b", "4", "5"), cells("c", "6")));
      read("/a");
      read("/a/f:v?v=5");
      read("/multiget?row=a&row=z");
      read("/nothing");
      write("PUT", "/a?check=put", row("a", "7", "1")); // the last cell is the expected one
      write("DELETE", "/c", "");
      read("/*");
      read("/*?limit=1&startrow=b");
      scan("<Scanner batch=\"10\"/>");
      scan("<Scanner batch=\"10\" maxVersions=\"3\"/>");
      write("DELETE", "/a/f:v", "");
      read("/a/f");
      read("/exists");
      return answers;
    }

    private void read(String path) throws Exception {
      note(path, send("GET", uri(path), "", JSON));
    }

    private void write(String method, String path, String body) throws Exception {
      note(method + " " + path, send(method, uri(path), body, JSON));
    }

    /** Opens a scanner, and reads it to its end. */
    private void scan(String scanner) throws Exception {
      HttpResponse<String> opened = send("PUT", uri("/scanner"), scanner, XML);
      URI location = URI.create(opened.headers().firstValue("Location").orElseThrow());
      StringBuilder pages = new StringBuilder().append(opened.statusCode());
      HttpResponse<String> page;
      do {
        page = send("GET", location, "", JSON);
        pages.append(' ').append(page.statusCode()).append(' ').append(page.body());
      } while (page.statusCode() == 200);
      pages.append(' ').append(send("DELETE", location, "", JSON).statusCode());
      answers.add(scanner + ": " + timeless(pages.toString()));
    }

    private HttpResponse<String> send(String method, URI uri, String body, String type)
        throws IOException, InterruptedException {
      return http.send(
          HttpRequest.newBuilder(uri)
              .header("Accept", JSON)
              .header("Content-Type", type)
              .method(method, BodyPublishers.ofString(body))
              .build(),
          BodyHandlers.ofString());
    }

    private URI uri(String path) {
      return URI.create("http://127.0.0.1:" + port + "/" + table + path);
    }

    private void note(String request, HttpResponse<String> answer) {
      answers.add(request + ": " + answer.statusCode() + " " + timeless(answer.body()));
    }

    private String timeless(String answer) {
      return answer.replaceAll("\"timestamp\":\\d+", "").replace(table, "TABLE");
    }
  }

  private static String row(String key, String... values) {
    return rows(cells(key, values));
  }

  private static String rows(String... rows) {
    return "{\"Row\":[" + String.join(",", rows) + "]}";
  }

  private static String cells(String key, String... values) {
    List<String> cells = new ArrayList<>();
    for (String value : values) {
      String column = "f:" + (cells.isEmpty() ? "v" : "w");
      cells.add("{\"column\":\"" + text(column) + "\",\"$\":\"" + text(value) + "\"}");
    }
    return "{\"key\":\"" + text(key) + "\",\"Cell\":[" + String.join(",", cells) + "]}";
  }

  private static String text(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
