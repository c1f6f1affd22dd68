import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * One OpenSearch node in this process. The server's own main class refuses root and wants the directories of a
 * distribution; the node behind it wants neither.
 *
 * <p>Arguments are settings, as name=value. Prints "started" once the node answers. Runs until it is ended, or until its
 * standard input is: then whoever started it is gone, and the node removes the cluster's directory as it goes.
 */
final class Launch {
  private static final class ServerNode extends Node {
    ServerNode(Environment environment, List<Class<? extends Plugin>> modules) {
      super(environment, modules, false);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Settings.Builder settings = Settings.builder();
    for (String argument : arguments) {
      int at = argument.indexOf('=');
      settings.put(argument.substring(0, at), argument.substring(at + 1));
    }
    Path home = Path.of(settings.get("path.home"));
    String name = settings.get("node.name");
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), home.resolve("config"), () -> name);

    Node node = new ServerNode(environment, List.of(Netty4Plugin.class, ReindexPlugin.class));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
    node.start();
    System.out.println("started");

    System.in.transferTo(OutputStream.nullOutputStream());
    try {
      close(node);
    } finally {
      // All nodes of the cluster end now, and some may have been killed before: the last one leaves nothing.
      remove(home.getParent().toFile());
      Runtime.getRuntime().halt(0);
    }
  }

  private static void close(Node node) {
    try {
      node.close();
    } catch (IOException e) {
      e.printStackTrace();
    }
  }

  /** Removes what it can; other nodes may write, and remove, at the same time. */
  private static void remove(File file) {
    File[] inner = file.listFiles();
    if (inner != null) for (File each : inner) remove(each);
    file.delete();
  }
}
