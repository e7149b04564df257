// How the page is built: one script, one style sheet, no outside requests.
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8080'

export default defineConfig({
  base: './',
  plugins: [svelte({ preprocess: vitePreprocess() })],
  build: {
    outDir: process.env.PAGE_OUT ?? '../build/page',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
