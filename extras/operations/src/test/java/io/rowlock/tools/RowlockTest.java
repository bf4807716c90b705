package io.rowlock.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of the command line before it connects to an HBase. */
class RowlockTest {

  private static CommandRun run(String... arguments) throws Exception {
    return CommandRun.of(new Configuration(false), arguments);
  }

  /** Java 8 loads class files of version 52 and older; those of Java 17 have 61. */
  @Test
  void javaThatIsTooOldIsNamed() throws Exception {
    try (InputStream file = Rowlock.class.getResourceAsStream("Rowlock.class")) {
      byte[] start = Objects.requireNonNull(file).readNBytes(8);
      assertThat(ByteBuffer.wrap(start).getInt(4)).isEqualTo(52);
    }
    assertThat(Stream.of("1.8", "9", "11", "16")).allMatch(Rowlock::isTooOld);
    assertThat(Stream.of("17", "25")).noneMatch(Rowlock::isTooOld);
    assertThat(Rowlock.complaint("11", "/usr/lib/jvm/11"))
        .contains("needs Java 17 or later", "/usr/lib/jvm/11 is Java 11", "JAVA_HOME");
  }

  @Test
  void overviewNamesEveryCommandAndStatus() throws Exception {
    CommandRun help = run("--help");

    assertThat(help.status()).isZero();
    assertThat(help.out())
        .contains(
            "list", "doctor", "locks", "resolve", "discard", "vacuum", "verify", "outcome",
            "enable", "disable", "guard")
        .containsPattern("0 +good\\s+1 +usage error\\s+2 +failed\\s+3 +something was found");
    assertThat(help.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "list", "doctor", "locks", "resolve", "discard", "vacuum", "verify", "outcome", "enable",
        "disable", "guard"
      })
  void everyCommandExplainsItself(String command) throws Exception {
    CommandRun help = run(command, "--help");

    assertThat(help.status()).isZero();
    assertThat(help.out()).contains("Usage: rowlock " + command, "--json", "--quorum");
    assertThat(help.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lokcs t                              | There is no command 'lokcs'",
        "lokcs t                              | There is no command 'lokcs'. Did you mean 'locks'?"
            + " Try 'rowlock --help'.",
        "frobnicate t                         | There is no command 'frobnicate'. Try",
        "--jsno locks t                       | Unknown option: '--jsno'. Did you mean '--json'?",
        "locks t --watc                       | Did you mean '--watch'? Try 'rowlock locks --help'.",
        "locks t --intervall=3                | Did you mean '--interval'?",
        "locks t --frobnicate                 | Unknown option: '--frobnicate'. Try",
        "vacuum mrak t f                      | Did you mean 'mark'? Try 'rowlock vacuum --help'.",
        "locks                                | Missing required parameter: 'TABLE'",
        "locks t --jsno                       | Unknown option: '--jsno'",
        "locks t u                            | Unmatched argument at index 2: 'u'",
        "locks t --start-row                  | Missing required parameter for option '--start-row'"
            + " (ROW)",
        "locks t --start-row b --stop-row b   | --start-row must come before --stop-row",
        "locks t --observe soon               | '--observe': must be a positive number,"
            + " is 'soon'",
        "locks t --watch --observe 1          | it needs no --observe",
        "locks t --interval 1                 | --interval is for --watch",
        "locks t --watch --interval 0         | must be a positive number, is '0'",
        "locks a/b                            | 'a/b' cannot be the name of a table",
        "locks @b                             | '@b' cannot be the name of a table",
        "locks t --conf /nowhere              | There is no readable '/nowhere/hbase-site.xml'",
        "discard t                            | Missing required parameter: 'ROW'",
        "discard t r\\xg                       | put \\x5C for it",
        "discard t r --yes --dry-run          | contradict each other",
        "disable t --yes --dry-run            | contradict each other",
        "disable t                            | put --yes if that is meant",
        "vacuum                               | Missing required subcommand",
        "vacuum remove f                      | Unmatched arguments from index 1: 'remove'",
        "vacuum mark t f --dry-run            | Unknown option: '--dry-run'",
        "vacuum mark t f --horizon-hours 48   | Unknown options: '--horizon-hours'",
        "vacuum sweep f --horizon-hours -1   | must be a positive number",
        "vacuum sweep f --start-row a        | Unknown options: '--start-row'",
        "resolve                             | It is 'rowlock resolve TABLE' or",
        "resolve t --all                      | --all takes all tables",
        "resolve --all --start-row b          | --all takes all tables",
        "resolve t --timeout 5                | --timeout is for --wait",
        "resolve t --wait --dry-run           | contradict each other",
        "verify t --samples 5                 | --samples is for --data",
        "verify t --start-row b               | --start-row and --stop-row are for --data",
        "guard t --plain ,                    | --plain needs the name of a user",
        "vacuum sweep f --stop-row b         | Try 'rowlock vacuum sweep --help'",
      })
  void whatMakesNoSenseIsAUsageError(String line, String sentence) throws Exception {
    CommandRun run = run(line.strip().split(" +"));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains(sentence, "Try 'rowlock ").hasLineCount(1);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void tableWithASimilarNameIsProbablyMeant() {
    TableName[] tables = {
      TableName.valueOf("accounts"), TableName.valueOf("audit"), TableName.valueOf("shop:orders")
    };

    assertThat(MissingTable.question("acounts", tables)).isEqualTo(". Did you mean 'accounts'?");
    assertThat(MissingTable.question("Audit", tables)).isEqualTo(". Did you mean 'audit'?");
    assertThat(MissingTable.question("orders", tables)).isEqualTo(". Did you mean 'shop:orders'?");
    assertThat(MissingTable.question("shop:ordres", tables)).contains("'shop:orders'");
    assertThat(MissingTable.question("customers", tables)).isEmpty();
    assertThat(MissingTable.question("accounts")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "locks,locks,0",
    "LOCKS,locks,0",
    "lokcs,locks,1",
    "locs,locks,1",
    "lockss,locks,1",
    "lacks,locks,1",
    "'',ab,2",
    "ab,'',2",
    "abcd,cdab,4",
    "resovle,resolve,1",
    "verfi,verify,2"
  })
  void mistakesAreCounted(String given, String word, int expected) {
    assertThat(Spelling.mistakes(given, word)).isEqualTo(expected);
  }

  @Test
  void disableAsksAPerson() throws Exception {
    List<String> questions = new ArrayList<>();
    UnaryOperator<String> person =
        question -> {
          questions.add(question);
          return "yes";
        };

    CommandRun declined = CommandRun.asking(person, new Configuration(false), "disable", "t");
    assertThat(declined.status()).isEqualTo(3);
    assertThat(declined.err()).contains("Nothing was done").hasLineCount(1);
    assertThat(questions).singleElement().asString().contains("'t'", "no commits", "'disable'");
  }

  @ParameterizedTest
  @CsvSource({"a, 61", "a\\x00b, 610062", "\\xfF\\x0a, ff0a", "\\x5Cx, 5c78"})
  void rowKeysMayHoldBinaryBytes(String text, String hex) throws Exception {
    assertThat(Bytes.toHex(Arguments.row(text).get())).isEqualTo(hex);
  }

  @Test
  void noCommandIsAUsageError() throws Exception {
    assertThat(run().status()).isEqualTo(1);
  }

  @Test
  void silentQuorumIsAnsweredInASentence() throws Exception {
    long start = System.nanoTime();

    CommandRun run = run("verify", "t", "--quorum", "localhost:1");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("rowlock: No HBase at ZooKeeper quorum 'localhost:1'")
        .contains("--quorum")
        .hasLineCount(1);
    assertThat(System.nanoTime() - start).isLessThan(30_000_000_000L);
  }

  /** Status 1 would mean that nothing was done. */
  @Test
  void errorOfTheJvmIsAFailure() throws Exception {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    RowlockTool tool = tool(err);
    tool.setConf(
        new Configuration(false) {
          @Override
          protected synchronized Properties getProps() {
            throw new NoClassDefFoundError("io/rowlock/Missing");
          }
        });

    assertThat(tool.run(new String[] {"verify", "t"})).isEqualTo(2);

    assertThat(err.toString(UTF_8))
        .startsWith("rowlock: NoClassDefFoundError: io/rowlock/Missing")
        .hasLineCount(1);
  }

  /** Hadoop reads its own options before any command is there to fail. */
  @Test
  void whatHadoopThrowsIsAFailure() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int status = tool(err).start(new String[] {"-files", "/no/such/file", "verify", "t"});

    assertThat(status).isEqualTo(2);
    assertThat(err.toString(UTF_8)).startsWith("rowlock: ").contains("/no/such/file");
  }

  private static RowlockTool tool(ByteArrayOutputStream err) {
    PrintStream stream = new PrintStream(err, true, UTF_8);
    ProgressDisplay display = new ProgressDisplay(stream, false, System::nanoTime);
    return new RowlockTool(stream, new Terminal(stream, stream, question -> null, false, display));
  }
}
