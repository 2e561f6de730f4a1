import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build, type Plugin, type Rolldown } from 'vite'

/** What every screen shows stands in the document, so that it is read while the scripts are still on their way. */
export function drawnAhead(): Plugin {
  let drawn: Promise<unknown> | undefined
  return {
    name: 'drawn-ahead',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) =>
        html.replace('<div id="page">', `${String(await (drawn ??= written('src/ahead/drawn.ts')))}\n    $&`),
    },
  }
}

/** Home for somebody new lies beside the document, by language: the server puts it there (shell.py). */
export function homeAhead(): Plugin {
  return {
    name: 'home-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler() {
        const home = (await written('src/ahead/home.ts')) as Record<string, string>
        for (const [language, source] of Object.entries(home))
          this.emitFile({ type: 'asset', fileName: `home.${language}.html`, source })
      },
    },
  }
}

/** What a module says by default, where there is no browser. It has a thread, with globals of its own. */
async function written(module: string): Promise<unknown> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [svelte()],
    resolve: { alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) } },
    build: {
      ssr: module,
      write: false,
      emptyOutDir: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
    ssr: { noExternal: true },
  })) as Rolldown.RolldownOutput
  const [{ code }] = output
  const script = code.replace(
    /export \{ (\w+) as default \};?/,
    "import('node:worker_threads').then(({ parentPort }) => parentPort.postMessage($1))",
  )
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`))
  try {
    return await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject))
  } finally {
    await thread.terminate()
  }
}
