package towerwarspp.preset;

/** From one field to another. */
public class Move implements java.io.Serializable {
  private static final long serialVersionUID = 1;
  private Position start;
  private Position end;

  public Move(Position start, Position end) {
    this.start = start;
    this.end = end;
  }

  public Position getStart() {
    return start;
  }

  public Position getEnd() {
    return end;
  }

  @Override
  public String toString() {
    return start + "->" + end;
  }
}
