// Waiting for what other programs do: until it is so, never for a fixed time. The only place in these tests that
// sleeps (tests/scripts/check_waiting.sh).

/** Waits until something is so; `problem` says what is wrong if it is not within twenty seconds. */
export async function until(isSo: () => boolean | Promise<boolean>, problem: () => string): Promise<void> {
  const begun = Date.now()
  while (!(await isSo())) {
    if (Date.now() - begun > 20_000) throw new Error(problem())
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** Waits for something; if it takes too long, does something about it and goes on waiting. */
export async function within<Value>(promise: Promise<Value>, milliseconds: number, otherwise: () => void): Promise<Value> {
  const impatience = setTimeout(otherwise, milliseconds)
  try {
    return await promise
  } finally {
    clearTimeout(impatience)
  }
}
