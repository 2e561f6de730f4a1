import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = process.env.RENARDIERE_SERVER ?? 'http://127.0.0.1:8765'

const page = fileURLToPath(new URL('../src/renardiere/server/page', import.meta.url))

/** The server sends what lies beside a file as `.br` or `.gz`: compressed once, here, as well as it goes. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(`${page}/assets`)) {
        if (!/\.(js|css|svg)$/.test(name)) continue
        const body = readFileSync(`${page}/assets/${name}`)
        writeFileSync(`${page}/assets/${name}.br`, brotliCompressSync(body))
        writeFileSync(`${page}/assets/${name}.gz`, gzipSync(body, { level: 9 }))
      }
    },
  }
}

/** The faces are asked for with the page, not after its styles. */
function preloadedFonts(): Plugin {
  return {
    name: 'preloaded-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}

export default defineConfig({
  // What is unit-tested is plain TypeScript, with messages compiled beforehand; plugins would only keep it from ending.
  plugins: process.env.VITEST
    ? []
    : [
        paraglideVitePlugin({ project: './project.inlang', outdir: './src/lib/paraglide' }),
        svelte(),
        preloadedFonts(),
        compressed(),
      ],
  resolve: {
    alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) },
  },
  build: {
    outDir: page,
    emptyOutDir: true,
    // The page's policy allows no inline script or style, and data: addresses neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    // The house only takes requests from its own page.
    proxy: { '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
})
