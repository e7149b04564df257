// Values kept in the browser between visits; a browser that keeps nothing is no reason to fail.

export interface Keeper {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/** Where values are kept if the browser refuses: until the page is closed. */
export class Forgetful implements Keeper {
  private values = new Map<string, string>()
  getItem(key: string): string | null {
    return this.values.get(key) ?? null
  }
  setItem(key: string, value: string): void {
    this.values.set(key, value)
  }
}

export function browserKeeper(): Keeper {
  try {
    localStorage.getItem('spielwerk.settings')
    return localStorage
  } catch {
    return new Forgetful()
  }
}

export function readKept<Value>(keeper: Keeper, key: string, otherwise: Value): Value {
  try {
    const text = keeper.getItem(key)
    return text === null ? otherwise : (JSON.parse(text) as Value)
  } catch {
    return otherwise
  }
}

export function keep(keeper: Keeper, key: string, value: unknown): void {
  try {
    keeper.setItem(key, JSON.stringify(value))
  } catch {
    // A full or forbidden storage costs the memory of this value, not the game.
  }
}
