import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.RemoteException;
import java.rmi.ServerException;
import java.rmi.server.ObjID;
import java.rmi.server.UnicastRemoteObject;
import towerwarspp.preset.Move;
import towerwarspp.preset.Player;
import towerwarspp.preset.PlayerColor;
import towerwarspp.preset.Position;
import towerwarspp.preset.Status;

/**
 * Writes what Java writes in calls, as data for the tests of the reader, which need no Java:
 * java -Djava.rmi.server.hostname=players.example -cp CLASSES Samples FOLDER
 */
public class Samples {
  /** As RMI does it: with a place that each class could be loaded from, which is none. */
  private static class CallStream extends ObjectOutputStream {
    CallStream(ByteArrayOutputStream bytes) throws IOException {
      super(bytes);
      useProtocolVersion(PROTOCOL_VERSION_2);
    }

    @Override
    protected void annotateClass(Class<?> type) throws IOException {
      writeObject(null);
    }

    @Override
    protected void annotateProxyClass(Class<?> type) throws IOException {
      writeObject(null);
    }
  }

  private interface Writing {
    void write(ObjectOutputStream out) throws Exception;
  }

  private static class Nobody implements Player {
    public Move request() {
      return null;
    }

    public void confirm(Status boardStatus) {}

    public void update(Move opponentMove, Status boardStatus) {}

    public void init(int size, PlayerColor color) {}
  }

  private static void save(Path folder, String name, Writing writing) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CallStream out = new CallStream(bytes);
    writing.write(out);
    out.flush();
    StringBuilder text = new StringBuilder();
    int column = 0;
    for (byte each : bytes.toByteArray()) {
      text.append(String.format("%02x", each));
      text.append(++column % 40 == 0 ? "\n" : "");
    }
    Files.writeString(folder.resolve(name + ".hex"), text.append("\n"));
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    save(folder, "update", out -> {
      out.writeObject(new Move(new Position(1, 2), new Position(26, 25)));
      out.writeObject(Status.RED_WIN);
    });
    save(folder, "init", out -> {
      out.writeInt(26);
      out.writeObject(PlayerColor.BLUE);
    });
    save(folder, "values", out -> {
      out.writeBoolean(true);
      out.writeByte(-2);
      out.writeShort(-300);
      out.writeInt(-70_000);
      out.writeLong(-5_000_000_000L);
      out.writeUTF("Käse\u0000 \uD83C\uDFB2");
      out.writeObject(null);
      out.writeObject("Käse\u0000 \uD83C\uDFB2");
      out.writeObject(new Object[] {true, (byte) -2, 'ß', (short) -300, -70_000, -5_000_000_000L, 0.5f, -0.25});
      out.writeObject(new String[] {"one", "two", "one"});
      out.writeObject(new int[] {1, 2, 3});
      out.writeObject(Status.class);
      out.writeInt(7);
    });
    save(folder, "blocks", out -> {
      for (int number = 0; number < 1_000; ++number) out.writeInt(number);
    });
    save(folder, "exception", out -> {
      Exception cause = new IllegalStateException("update was called, but request is due");
      out.writeObject(new ServerException("the call failed", new RemoteException("inside", cause)));
      out.writeObject(new InvocationTargetException(cause, "around"));
      out.writeObject(new RuntimeException());
    });
    Nobody nobody = new Nobody();
    save(folder, "reference", out -> out.writeObject(UnicastRemoteObject.exportObject(nobody, 0)));
    UnicastRemoteObject.unexportObject(nobody, true);
    save(folder, "object_ids", out -> out.writeObject(new ObjID[] {new ObjID(0), new ObjID(2)}));
  }
}
