import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { drawnAhead, homeAhead } from './ahead.ts'

type Bundle = Rolldown.OutputBundle
type OutputChunk = Rolldown.OutputChunk

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

/** The files that a part of the page needs: scripts, its own first; and styles, those of what it imports first. */
function filesOf(bundle: Bundle, wanted: (part: OutputChunk) => boolean): Set<string> {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const scripts = new Set<string>()
  const styles: string[] = []
  const add = (chunk: OutputChunk | undefined) => {
    if (!chunk || scripts.has(chunk.fileName)) return
    scripts.add(chunk.fileName)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
    styles.push(...(chunk.viteMetadata?.importedCss ?? []))
  }
  chunks.filter(wanted).forEach(add)
  return new Set([...scripts, ...styles])
}

const entry = ({ isEntry, name }: OutputChunk) => isEntry && name === 'index'
const early = ({ isEntry, name }: OutputChunk) => isEntry && name === 'early'
const screen = (name: string) => (part: OutputChunk) =>
  part.facadeModuleId?.replace(/\.(svelte|ts)$/, '').endsWith(`/${name}`) ?? false

/**
 * The service worker is told which files the shell is made of: what a first visit needs, the table, and what works with
 * no house.
 */
function shellForWorker(): Plugin {
  return {
    name: 'shell-for-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const parts = [
          entry,
          early,
          ...['others', 'Table', 'duet/table', 'fennecs/table', 'maitre/table', 'Lesson', 'AidPage'].map(
            screen,
          ),
        ]
        const files = new Set(parts.flatMap((part) => [...filesOf(bundle, part)]))
        for (const name of Object.keys(bundle)) if (/\.(woff2|svg)$/.test(name)) files.add(name)

        const worker = bundle['sw.js']
        if (worker?.type !== 'chunk') throw new Error('there is no service worker')
        const shell = JSON.stringify([...files].map((name) => `/${name}`))
        const build = createHash('sha256').update(shell).update(worker.code).digest('hex').slice(0, 12)
        worker.code = `const SHELL=${shell},BUILD="${build}";${worker.code}`
      },
    },
  }
}

/** Whoever comes straight to a table has its files named in the document, and what may begin before them (early.ts); the
 * server leaves them out elsewhere. */
function tableAtOnce(): Plugin {
  return {
    name: 'table-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const first = filesOf(bundle, entry)
        const at = { crossorigin: true, 'data-at': '/t/' }
        return [
          ...[...filesOf(bundle, early)].map((name) => ({
            tag: 'script',
            attrs: { type: 'module', async: true, src: `/${name}`, ...at },
            injectTo: 'head-prepend' as const,
          })),
          ...[...filesOf(bundle, screen('Table'))]
            .filter((name) => !first.has(name))
            .map((name) => ({
              tag: 'link',
              attrs: { rel: name.endsWith('.css') ? 'stylesheet' : 'modulepreload', href: `/${name}`, ...at },
              injectTo: 'head' as const,
            })),
        ]
      },
    },
  }
}

/** Nearly all of what comes first is called at once: V8 may compile it while it comes, beside the page's own thread. */
function calledAtOnce(): Plugin {
  return {
    name: 'called-at-once',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = new Set([entry, screen('Table')].flatMap((part) => [...filesOf(bundle, part)]))
        for (const part of Object.values(bundle))
          if (part.type === 'chunk' && files.has(part.fileName))
            part.code = `//# allFunctionsCalledOnLoad\n${part.code}`
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
        drawnAhead(),
        homeAhead(),
        calledAtOnce(),
        tableAtOnce(),
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
      checks: { bundlerTimings: false },
      input: { index: 'index.html', early: 'src/early.ts', sw: 'src/worker/sw.ts' },
      // a service worker's address stays: that is how browsers learn of a new one
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // Small files are not worth a journey each: what several screens share is one, but where only other games need it.
        codeSplitting: {
          groups: [
            {
              name: 'first',
              tags: ['$initial'],
              test: /^(?!.*[\\/](worker[\\/]|src[\\/]early))/,
              priority: 2,
            },
            {
              name: 'shared',
              test: /[\\/]web[\\/]src[\\/](?!(lesson|yard|replay)[\\/]|.*(duet|fennecs|maitre))/,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'lessons', test: /[\\/]src[\\/]lesson[\\/]/ },
            // what lessons and the other games look like
            {
              name: 'more',
              test: /[\\/](duet|fennecs|maitre|lesson|replay|yard)[\\/].*type=style/,
              priority: 3,
            },
          ],
        },
      },
    },
    target: 'es2022',
  },
  server: {
    // the yard's outlines are the house's own file
    fs: { allow: ['..'] },
    // The house only takes requests from its own page.
    proxy: { '/api': { target: server, ws: true, changeOrigin: true, headers: { origin: server } } },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
})
