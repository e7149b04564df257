package towerwarspp.preset;

/** A field: its column from 1, which is written as a letter, and its row from 1. */
public class Position implements java.io.Serializable {
  private static final long serialVersionUID = 1;
  private int letter, number;

  public Position(int letter, int number) {
    this.letter = letter;
    this.number = number;
  }

  public int getLetter() {
    return letter;
  }

  public int getNumber() {
    return number;
  }

  @Override
  public String toString() {
    return "" + (char) ('A' + letter - 1) + number;
  }
}
