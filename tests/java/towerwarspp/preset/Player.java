package towerwarspp.preset;

import java.rmi.Remote;
import java.rmi.RemoteException;

/** Somebody who plays, perhaps in another program. */
public interface Player extends Remote {
  Move request() throws Exception, RemoteException;

  void confirm(Status boardStatus) throws Exception, RemoteException;

  void update(Move opponentMove, Status boardStatus) throws Exception, RemoteException;

  void init(int size, PlayerColor color) throws Exception, RemoteException;
}
