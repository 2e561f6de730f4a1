// Writes src/lib/api/types.ts from the server's JSON schema; with `--check` only says whether it is current.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const target = new URL('../src/lib/api/types.ts', import.meta.url)
const python = process.env.PYTHON ?? new URL('../../.venv/bin/python', import.meta.url).pathname
const schema = JSON.parse(execFileSync(python, ['-m', 'renardiere.server.schema'], { encoding: 'utf8' }))

/** The generator knows older drafts: tuples are `items`, an object of anything says so, docstrings are dedented. */
function adapt(node) {
  if (Array.isArray(node)) return node.map(adapt)
  if (node === null || typeof node !== 'object') return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, adapt(value)]))
  if (copy.prefixItems) {
    copy.items = copy.prefixItems
    delete copy.prefixItems
  } else if (copy.type === 'array') {
    delete copy.minItems
    delete copy.maxItems
  }
  if (copy.type === 'object' && !copy.properties && !copy.additionalProperties)
    copy.additionalProperties = true
  if (typeof copy.description === 'string') copy.description = copy.description.replace(/^ +/gm, '')
  return copy
}

const generated = await compile(adapt(schema), 'Messages', {
  additionalProperties: false,
  bannerComment: '/* Generated from the server’s messages by `npm run types`. Do not edit. */',
  style: { semi: false, singleQuote: true, printWidth: 110 },
})
const source = generated
  .replace(
    /^ \*\n \* This interface was referenced by `Protocol`'s JSON-Schema\n \* via the `definition` ".*"\.\n/gm,
    '',
  )
  .replace(
    /^\/\*\*\n \* This interface was referenced by `Protocol`'s JSON-Schema\n \* via the `definition` ".*"\.\n \*\/\n/gm,
    '',
  )
  .replace(/^( *)\/\*\*\n *\* (.*)\n *\*\//gm, '$1/** $2 */')

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== source) {
    console.error('src/lib/api/types.ts is not what the server’s messages give; run `npm run types`.')
    process.exit(1)
  }
} else {
  writeFileSync(target, source)
}
