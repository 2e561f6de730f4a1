import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const server = process.env.RENARDIERE_SERVER ?? 'http://127.0.0.1:8765'

export default defineConfig({
  // What is unit-tested is plain TypeScript, with messages compiled beforehand; plugins would only keep it from ending.
  plugins: process.env.VITEST
    ? []
    : [paraglideVitePlugin({ project: './project.inlang', outdir: './src/lib/paraglide' }), svelte()],
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
  },
  build: {
    outDir: '../src/renardiere/server/page',
    emptyOutDir: true,
    // The page's policy allows no inline script or style, and data: addresses neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    proxy: { '/api': { target: server, ws: true, changeOrigin: true } },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
})
