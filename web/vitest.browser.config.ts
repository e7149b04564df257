// How the browser tests are run: one file at a time, each with a server and a browser of its own.
import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'screenshots' ? ['browser/screenshots.ts'] : ['browser/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    retry: 0,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
}))
