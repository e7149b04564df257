// How the browser tests are run: three files at a time, because they wait more than they compute, each with a server and
// a browser of its own; what is measured has the machine for itself afterwards (`--mode alone`).
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const all = 'browser/**/*.test.ts'
const measured = 'browser/speed.test.ts'
const files: Record<string, { include: string[]; exclude?: string[] }> = {
  screenshots: { include: ['browser/screenshots.ts'] },
  alone: { include: [measured] },
  together: { include: [all], exclude: [measured] },
}

export default defineConfig(({ mode }) => ({
  // Where fields are on the screen is asked of the page's own modules.
  plugins: [svelte({ preprocess: vitePreprocess() })],
  test: {
    ...(files[mode] ?? { include: [all] }),
    environment: 'node',
    pool: 'forks',
    fileParallelism: mode === 'together',
    minWorkers: 3,
    maxWorkers: 3,
    retry: 0,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 50 } },
  },
}))
