# For scripts that run test classes of core: builds what is out of date, and runs them. To be sourced, with $root set,
# and with $tests_module if the class is among the tests of another module, which see those of core.

tests_target="$root/${tests_module:=core}/target"
tests_class_path="$tests_target/test-class-path.txt"
tests_stamp="$tests_target/scripts.stamp"

# The stamp bears the time at which the last build began, and the class path it made.
tests_are_up_to_date() {
  [[ -d "$tests_target/test-classes" ]] && cmp --silent "$tests_class_path" "$tests_stamp" || return 1
  [[ -z "$(find "$root"/{pom.xml,{core,"$tests_module"}/{pom.xml,src}} -newer "$tests_stamp" -print -quit)" ]]
}

# build_tests NAME: NAME is the script's
build_tests() {
  tests_are_up_to_date && return
  echo "$1: building (the first time this takes a while)..." >&2
  mkdir -p "$tests_target" && touch "$tests_stamp.begin" &&
    (cd "$root" && mvn --batch-mode --quiet --projects "$tests_module" --also-make process-test-classes) >&2 &&
    cp "$tests_class_path" "$tests_stamp" && touch -r "$tests_stamp.begin" "$tests_stamp"
}

# run_test_class CLASS ARGUMENT...: options for the JVM in JDK_JAVA_OPTIONS
run_test_class() {
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" "@$root/scripts/hbase.jvmopts" \
    "-Dlog4j.configuration=file:$root/scripts/quiet.log4j.properties" ${jvm_options:-} \
    -classpath "$tests_target/test-classes:$tests_target/classes:$(<"$tests_class_path")" "$@"
}
