package io.rowlock.java11;

import static java.util.stream.Collectors.joining;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.PrimitiveType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypeReference;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.commons.SimpleRemapper;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Makes what a jar contains for Java 11 and later from what javac has compiled for Java 17: {@code
 * Java11 CLASSES JAR_CLASSES CLASS_PATH}. The build runs this source file as a program.
 *
 * <p>Records become classes with the same methods, and {@code sealed} is left out. {@code
 * String.formatted} and {@code Stream.toList} become what they do. A reference to a private method
 * of another class goes through a method beside it. A class that uses another API that Java 11
 * lacks ends the program with status 3.
 *
 * <p>Public records and sealed classes are kept as they are too, in {@code META-INF/versions/17},
 * because applications can tell the difference.
 */
public final class Java11 implements Opcodes {

  private static final String NULLABLE = "Lorg/jspecify/annotations/Nullable;";
  private static final String STRING = "java/lang/String";
  private static final String OBJECT = "Ljava/lang/Object;";

  private static final String FORMATTED =
      "java/lang/String.formatted([Ljava/lang/Object;)Ljava/lang/String;";

  private static final String TO_LIST = "java/util/stream/Stream.toList()Ljava/util/List;";

  private static final Map<String, String> BOXES =
      Map.of(
          "Z",
          "Boolean",
          "B",
          "Byte",
          "S",
          "Short",
          "C",
          "Character",
          "I",
          "Integer",
          "J",
          "Long",
          "F",
          "Float",
          "D",
          "Double");

  private final Map<String, byte[]> originals;
  private final Set<String> privates = new HashSet<>();

  private Java11(Map<String, byte[]> originals) {
    this.originals = originals;
    for (byte[] original : originals.values()) {
      ClassNode type = parse(original);
      for (MethodNode method : type.methods) {
        if ((method.access & ACC_PRIVATE) != 0) {
          privates.add(type.name + "." + method.name + method.desc);
        }
      }
    }
  }

  /** Runs the program. */
  public static void main(String[] arguments) throws IOException {
    Path target = Path.of(arguments[1]);
    Map<String, byte[]> originals = new TreeMap<>();
    for (Path file : files(Path.of(arguments[0]))) {
      originals.put(name(Path.of(arguments[0]), file), Files.readAllBytes(file));
    }
    Map<String, byte[]> made = make(originals);
    for (Path old : Files.isDirectory(target) ? files(target) : List.<Path>of()) {
      if (!made.containsKey(name(target, old))) {
        Files.delete(old);
      }
    }
    for (Map.Entry<String, byte[]> one : made.entrySet()) {
      Path file = target.resolve(one.getKey());
      Files.createDirectories(file.getParent());
      Files.write(file, one.getValue());
    }
    Set<String> newer = newer(made, target + File.pathSeparator + arguments[2]);
    newer.forEach(System.err::println);
    if (!newer.isEmpty()) {
      System.err.println(
          "Java 11 lacks the above. Use another API, or run the module on Java 17 only");
      System.exit(3);
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String name(Path directory, Path file) {
    return directory.relativize(file).toString().replace(File.separatorChar, '/');
  }

  /** Returns the contents of the jar, by name. */
  static Map<String, byte[]> make(Map<String, byte[]> files) {
    Map<String, byte[]> classes = new TreeMap<>(files);
    classes.keySet().removeIf(name -> !name.endsWith(".class"));
    Java11 all = new Java11(classes);
    Map<String, byte[]> made = new TreeMap<>(files);
    all.originals.forEach(
        (name, original) -> {
          made.put(name, all.older(original));
          if (isSeen(parse(original))) {
            made.put("META-INF/versions/17/" + name, original);
          }
        });
    return made;
  }

  /** Returns whether applications may use what Java 17 knows of the class, and Java 11 does not. */
  private static boolean isSeen(ClassNode type) {
    boolean isPublic = (type.access & ACC_PUBLIC) != 0 && !type.name.contains("/internal/");
    return isPublic && (type.recordComponents != null || type.permittedSubclasses != null);
  }

  private static ClassNode parse(byte[] bytes) {
    ClassNode type = new ClassNode();
    new ClassReader(bytes).accept(type, 0);
    return type;
  }

  private byte[] older(byte[] original) {
    ClassNode type = new ClassNode();
    Remapper records = new SimpleRemapper(ASM9, "java/lang/Record", "java/lang/Object");
    new ClassReader(original).accept(new ClassRemapper(type, records), 0);
    type.version = V11;
    type.access &= ~ACC_RECORD;
    type.recordComponents = null;
    type.permittedSubclasses = null;
    List<MethodNode> bridges = new ArrayList<>();
    for (MethodNode method : type.methods) {
      for (AbstractInsnNode each : method.instructions.toArray()) {
        if (each instanceof MethodInsnNode call) {
          replace(method, call);
        } else if (each instanceof InvokeDynamicInsnNode call) {
          if (call.bsm.getOwner().equals("java/lang/runtime/ObjectMethods")) {
            writeOut(method, call, type.name);
          } else {
            bridge(type, call, bridges);
          }
        }
      }
    }
    type.methods.addAll(bridges);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    type.accept(writer);
    return writer.toByteArray();
  }

  /** Replaces calls by what they do in the JDK. */
  private static void replace(MethodNode in, MethodInsnNode call) {
    switch (call.owner + "." + call.name + call.desc) {
      case FORMATTED ->
          in.instructions.set(
              call,
              new MethodInsnNode(
                  INVOKESTATIC, STRING, "format", call.desc.replace("(", "(Ljava/lang/String;")));
      case TO_LIST -> {
        String array = "[" + OBJECT;
        in.instructions.insertBefore(
            call, new MethodInsnNode(INVOKEINTERFACE, call.owner, "toArray", "()" + array));
        in.instructions.insertBefore(
            call,
            new MethodInsnNode(
                INVOKESTATIC, "java/util/Arrays", "asList", "(" + array + ")Ljava/util/List;"));
        in.instructions.set(
            call,
            new MethodInsnNode(
                INVOKESTATIC,
                "java/util/Collections",
                "unmodifiableList",
                "(Ljava/util/List;)Ljava/util/List;"));
      }
      default -> {}
    }
  }

  /**
   * Leads references to private methods of other classes of the nest through a method of this one:
   * since Java 15 the class that a reference becomes belongs to the nest, before it does not.
   */
  private void bridge(ClassNode type, InvokeDynamicInsnNode call, List<MethodNode> bridges) {
    for (int i = 0; i < call.bsmArgs.length; i++) {
      if (call.bsmArgs[i] instanceof Handle to
          && !to.getOwner().equals(type.name)
          && privates.contains(to.getOwner() + "." + to.getName() + to.getDesc())) {
        MethodNode bridge = bridge("bridge$" + bridges.size(), to);
        boolean isInterface = (type.access & ACC_INTERFACE) != 0;
        bridges.add(bridge);
        call.bsmArgs[i] =
            new Handle(H_INVOKESTATIC, type.name, bridge.name, bridge.desc, isInterface);
      }
    }
  }

  private static MethodNode bridge(String name, Handle to) {
    Type owner = Type.getObjectType(to.getOwner());
    boolean creates = to.getTag() == H_NEWINVOKESPECIAL;
    boolean isStatic = to.getTag() == H_INVOKESTATIC;
    List<Type> parameters = new ArrayList<>(List.of(Type.getArgumentTypes(to.getDesc())));
    if (!creates && !isStatic) {
      parameters.add(0, owner);
    }
    Type result = creates ? owner : Type.getReturnType(to.getDesc());
    String description = Type.getMethodDescriptor(result, parameters.toArray(new Type[0]));
    MethodNode bridge =
        new MethodNode(ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, name, description, null, null);
    if (creates) {
      bridge.visitTypeInsn(NEW, to.getOwner());
      bridge.visitInsn(DUP);
    }
    int local = 0;
    for (Type parameter : parameters) {
      bridge.visitVarInsn(parameter.getOpcode(ILOAD), local);
      local += parameter.getSize();
    }
    int opcode =
        creates
            ? INVOKESPECIAL
            : isStatic ? INVOKESTATIC : to.isInterface() ? INVOKEINTERFACE : INVOKEVIRTUAL;
    bridge.visitMethodInsn(opcode, to.getOwner(), to.getName(), to.getDesc(), to.isInterface());
    bridge.visitInsn(result.getOpcode(IRETURN));
    return bridge;
  }

  /** Writes out a method that Java 17 makes of the components of a record. */
  private static void writeOut(MethodNode method, InvokeDynamicInsnNode call, String type) {
    Handle[] fields = Arrays.copyOfRange(call.bsmArgs, 2, call.bsmArgs.length, Handle[].class);
    method.instructions.clear();
    method.localVariables = null;
    switch (call.name) {
      case "toString" -> writeToString(method, type, fields);
      case "hashCode" -> writeHashCode(method, fields);
      case "equals" -> {
        int parameter = TypeReference.newFormalParameterReference(0).getValue();
        method.visitTypeAnnotation(parameter, null, NULLABLE, true); // as NullAway knows of records
        writeEquals(method, type, fields);
      }
      default -> throw new IllegalArgumentException(type + "." + call.name);
    }
  }

  private static void writeToString(MethodNode to, String type, Handle[] fields) {
    int prefix = Math.max(type.lastIndexOf('/'), type.lastIndexOf('$')) + 1;
    StringJoiner recipe = new StringJoiner(", ", type.substring(prefix) + "[", "]");
    StringBuilder types = new StringBuilder();
    for (Handle field : fields) {
      recipe.add(field.getName() + "=\1");
      types.append(field.getDesc());
      load(to, field);
    }
    String bootstrap =
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
            + "Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;";
    String name = "makeConcatWithConstants";
    to.visitInvokeDynamicInsn(
        name,
        "(" + types + ")Ljava/lang/String;",
        new Handle(H_INVOKESTATIC, "java/lang/invoke/StringConcatFactory", name, bootstrap, false),
        recipe.toString());
    to.visitInsn(ARETURN);
  }

  private static void writeHashCode(MethodNode to, Handle[] fields) {
    to.visitInsn(ICONST_0);
    for (Handle field : fields) {
      to.visitIntInsn(BIPUSH, 31);
      to.visitInsn(IMUL);
      load(to, field);
      call(to, field, "hashCode", "hashCode", 1, "I");
      to.visitInsn(IADD);
    }
    to.visitInsn(IRETURN);
  }

  private static void writeEquals(MethodNode to, String type, Handle[] fields) {
    Label different = new Label();
    to.visitVarInsn(ALOAD, 1);
    to.visitTypeInsn(INSTANCEOF, type);
    to.visitJumpInsn(IFEQ, different);
    for (Handle field : fields) {
      load(to, field);
      to.visitVarInsn(ALOAD, 1);
      to.visitTypeInsn(CHECKCAST, type);
      to.visitFieldInsn(GETFIELD, type, field.getName(), field.getDesc());
      boolean isPrimitive = BOXES.containsKey(field.getDesc());
      call(to, field, "compare", "equals", 2, isPrimitive ? "I" : "Z");
      to.visitJumpInsn(isPrimitive ? IFNE : IFEQ, different);
    }
    to.visitInsn(ICONST_1);
    to.visitInsn(IRETURN);
    to.visitLabel(different);
    to.visitFrame(F_SAME, 0, null, 0, null);
    to.visitInsn(ICONST_0);
    to.visitInsn(IRETURN);
  }

  private static void load(MethodNode to, Handle field) {
    to.visitVarInsn(ALOAD, 0);
    to.visitFieldInsn(GETFIELD, field.getOwner(), field.getName(), field.getDesc());
  }

  /** Calls a static method of the type's box, or one of {@code Objects}. */
  private static void call(
      MethodNode to, Handle field, String ofBox, String ofObjects, int operands, String result) {
    String box = BOXES.get(field.getDesc());
    String type = box == null ? OBJECT : field.getDesc();
    to.visitMethodInsn(
        INVOKESTATIC,
        box == null ? "java/util/Objects" : "java/lang/" + box,
        box == null ? ofObjects : ofBox,
        "(" + type.repeat(operands) + ")" + result,
        false);
  }

  /** Returns the uses of an API of Java that Java 17 has and Java 11 lacks. */
  static Set<String> newer(Map<String, byte[]> files, String classPath) {
    Set<String> newer = new TreeSet<>();
    Api then = new Api("11", classPath);
    Api now = new Api("17", classPath);
    files.forEach(
        (name, bytes) -> {
          if (name.endsWith(".class") && !name.startsWith("META-INF/")) {
            for (String use : uses(bytes)) {
              String owner = use.substring(0, use.indexOf('.'));
              String member = use.substring(use.indexOf('.') + 1);
              if (!then.has(owner, member) && now.has(owner, member)) {
                newer.add(name + ": " + use);
              }
            }
          }
        });
    return newer;
  }

  /** Returns every type and member that the class names, as "type.name(descriptor)". */
  private static Set<String> uses(byte[] bytes) {
    Set<String> uses = new TreeSet<>();
    ClassNode type = new ClassNode();
    Remapper types =
        new Remapper(ASM9) {
          @Override
          public String map(String name) {
            uses.add(name + ".");
            return name;
          }
        };
    new ClassReader(bytes).accept(new ClassRemapper(type, types), 0);
    for (MethodNode method : type.methods) {
      for (AbstractInsnNode each : method.instructions) {
        if (each instanceof MethodInsnNode call) {
          uses.add(call.owner + "." + call.name + call.desc);
        } else if (each instanceof FieldInsnNode field) {
          uses.add(field.owner + "." + field.name + field.desc);
        } else if (each instanceof InvokeDynamicInsnNode call) {
          Stream.concat(Stream.of(call.bsm), Stream.of(call.bsmArgs))
              .filter(Handle.class::isInstance)
              .map(Handle.class::cast)
              .forEach(to -> uses.add(to.getOwner() + "." + to.getName() + to.getDesc()));
        }
      }
    }
    return uses;
  }

  /** What classes of one version of Java, and those of a class path, have. */
  private static final class Api {

    private final JavacTask compiler;
    private final Map<String, Set<String>> members = new HashMap<>();

    Api(String release, String classPath) {
      List<String> options =
          List.of("--release", release, "-proc:none", "-implicit:none", "-classpath", classPath);
      SimpleJavaFileObject none =
          new SimpleJavaFileObject(URI.create("string:///None.java"), Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
              return "";
            }
          };
      compiler =
          (JavacTask)
              ToolProvider.getSystemJavaCompiler()
                  .getTask(null, null, message -> {}, options, null, List.of(none));
    }

    /** Returns whether the type has the member; the empty one if there is the type. */
    boolean has(String type, String member) {
      return members.computeIfAbsent(type, this::of).contains(member);
    }

    private Set<String> of(String name) {
      Set<String> found = new HashSet<>();
      String canonical = name.replace('/', '.').replace('$', '.');
      TypeElement type =
          name.startsWith("[") ? null : compiler.getElements().getTypeElement(canonical);
      if (type != null) {
        found.add("");
        collect(type.asType(), found);
      }
      return found;
    }

    private void collect(TypeMirror type, Set<String> to) {
      if (type.getKind() == TypeKind.DECLARED) {
        for (Element member : ((DeclaredType) type).asElement().getEnclosedElements()) {
          if (member instanceof ExecutableElement method) {
            String parameters =
                method.getParameters().stream()
                    .map(parameter -> descriptor(parameter.asType()))
                    .collect(joining("", "(", ")"));
            to.add(method.getSimpleName() + parameters + descriptor(method.getReturnType()));
          } else if (member instanceof VariableElement field) {
            to.add(field.getSimpleName() + descriptor(field.asType()));
          }
        }
        compiler.getTypes().directSupertypes(type).forEach(above -> collect(above, to));
      }
    }

    private String descriptor(TypeMirror type) {
      TypeMirror erased = compiler.getTypes().erasure(type);
      if (erased instanceof ArrayType array) {
        return "[" + descriptor(array.getComponentType());
      } else if (erased instanceof DeclaredType declared) {
        TypeElement element = (TypeElement) declared.asElement();
        String name = compiler.getElements().getBinaryName(element).toString();
        return "L" + name.replace('.', '/') + ";";
      } else if (erased.getKind() == TypeKind.VOID) {
        return "V";
      }
      TypeElement box = compiler.getTypes().boxedClass((PrimitiveType) erased);
      return BOXES.entrySet().stream()
          .filter(one -> box.getSimpleName().contentEquals(one.getValue()))
          .map(Map.Entry::getKey)
          .findFirst()
          .orElseThrow();
    }
  }
}
