import java.net.ServerSocket;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import towerwarspp.preset.Move;
import towerwarspp.preset.Player;
import towerwarspp.preset.PlayerColor;
import towerwarspp.preset.Position;
import towerwarspp.preset.Status;

/** A program of the other side for tests: a player in a registry, both its own, that tells what it is asked. */
public class Peer implements Player {
  private boolean hasMoved = false;

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  public Move request() {
    hasMoved = !hasMoved;
    return hasMoved ? new Move(new Position(1, 2), new Position(2, 3)) : null;
  }

  public void confirm(Status boardStatus) {
    say("confirm " + boardStatus);
    if (boardStatus == Status.ILLEGAL) throw new IllegalStateException("A2->B3 is legal");
  }

  public void update(Move opponentMove, Status boardStatus) {
    say("update " + opponentMove + " " + boardStatus);
  }

  public void init(int size, PlayerColor color) throws Exception {
    say("init " + size + " " + color);
    // Somebody who thinks for ever.
    if (size == 0) Thread.sleep(60_000);
  }

  public static void main(String[] arguments) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Registry registry = LocateRegistry.createRegistry(port);
    Peer player = new Peer();
    registry.rebind("player", UnicastRemoteObject.exportObject(player, 0));
    registry.rebind("another", player);
    say(port + " " + ProcessHandle.current().pid());
    // Long after the tests have ended, should they forget it.
    Thread.sleep(120_000);
    System.exit(1);
  }
}
