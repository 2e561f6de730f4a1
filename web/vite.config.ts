import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createHash } from 'node:crypto'
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

/** The service worker is told which files the shell is made of: what a first visit needs, and what works with no house. */
function shellForWorker(): Plugin {
  const ALONE = ['Lesson.svelte', 'AidPage.svelte']
  return {
    name: 'shell-for-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const named = (name: string) => chunks.find(({ fileName }) => fileName === name)
        const files = new Set<string>()
        const add = (chunk: (typeof chunks)[number] | undefined) => {
          if (!chunk || files.has(chunk.fileName)) return
          files.add(chunk.fileName)
          for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
          for (const name of chunk.imports) add(named(name))
        }
        add(chunks.find(({ isEntry, name }) => isEntry && name === 'index'))
        for (const screen of ALONE)
          add(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${screen}`)))
        for (const name of Object.keys(bundle)) if (/\.(woff2|svg)$/.test(name)) files.add(name)

        const worker = named('sw.js')
        if (!worker) throw new Error('there is no service worker')
        const shell = JSON.stringify([...files].map((name) => `/${name}`))
        const build = createHash('sha256').update(shell).update(worker.code).digest('hex').slice(0, 12)
        worker.code = `const SHELL=${shell},BUILD="${build}";${worker.code}`
      },
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
        shellForWorker(),
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
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/worker/sw.ts' },
      // a service worker's address stays: that is how browsers learn of a new one
      output: { entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
    target: 'es2022',
  },
  server: {
    // The house only takes requests from its own page.
    proxy: { '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
})
