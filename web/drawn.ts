import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build, type Plugin, type Rolldown } from 'vite'

/** What every screen shows stands in the document, so that it is read while the scripts are still on their way. */
export function drawnAhead(): Plugin {
  let drawn: Promise<string> | undefined
  return {
    name: 'drawn-ahead',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) =>
        html.replace('<div id="page">', `${await (drawn ??= draw('src/art/ahead.ts'))}\n    $&`),
    },
  }
}

async function draw(module: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [svelte()],
    build: { ssr: module, write: false, emptyOutDir: false },
    ssr: { noExternal: true },
  })) as Rolldown.RolldownOutput
  const { drawn } = (await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)) as {
    drawn: string
  }
  return drawn
}
