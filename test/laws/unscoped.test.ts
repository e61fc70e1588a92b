/**
 * Every way around the door, out of the house and to its secrets stands in docs/security.md with its file, its number of uses and its
 * reason.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listedUnder } from './security-page.ts'

const root = join(import.meta.dirname, '../..')
/** What declares them, and the door's own message that names one. */
const declaredIn = ['platform/server/contract/house.ts', 'platform/server/db/scoping.ts']
/** Runs in the browser: what it may call is narrowed by its content policy. */
const isOfBrowser = (file: string): boolean => file.startsWith('platform/web/') || file.endsWith('.tsx')
const isOfTests = (file: string): boolean => /\.test\.tsx?$/.test(file)
const sources = ['areas', 'platform', 'scripts', 'bench'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter(file => /\.(?:ts|tsx|mjs)$/.test(file) && !isOfTests(file)),
)
const codeOf = (file: string): string => readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** file -> matches of a pattern */
const usesOf = (pattern: RegExp, skipped: (file: string) => boolean = () => false): Map<string, number> =>
  new Map(
    [...sources, 'server.ts', 'product.ts']
      .filter(f => !declaredIn.includes(f) && !skipped(f))
      .map(f => [f, codeOf(f).match(pattern)?.length ?? 0] as const)
      .filter(([, n]) => n > 0),
  )

const byFile = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
const counts = (all: ReturnType<typeof listedUnder>): object =>
  Object.fromEntries([...all].map(([file, { n }]) => [file, n] as const).sort(byFile))

test.each([
  ['Around the door', /(?<=[.\s(])(?:unscoped|withoutPlugins)\((?!\))|\.withoutPlugins\(\)/g],
  [
    'Connections of their own',
    /\bpools\.(?:interactive|writes|jobs|streams|rights)\b|new (?:pg\.|Steady|Queue)?(?:Client|Pool)\(|(?<!function )\bsteadyPool\(/g,
  ],
] as const)('%s: the page says what the source does', (heading, pattern) => {
  const all = listedUnder(heading)
  expect(counts(all)).toEqual(Object.fromEntries([...usesOf(pattern)].sort(byFile)))
  for (const { reason } of all.values()) expect(reason.length).toBeGreaterThan(10)
})

// A server that fetches what a person names can be sent to addresses inside the company's network: none does, and a new caller has to be
// explained.
test.each([
  ['Calls out of the house', /(?<![\w.])fetch\(|createTransport\(|\bhttps?\.(?:request|get)\(|\b(?:net|tls)\.connect\(/g],
  ['Where settings and secrets come from', /\bprocess\.env\b/g],
] as const)('%s: the page says what the server does', (heading, pattern) => {
  const isAside = (file: string): boolean => isOfBrowser(file) || /^(?:bench|scripts)\//.test(file)
  const all = listedUnder(heading)
  expect(counts(all)).toEqual(Object.fromEntries([...usesOf(pattern, isAside)].sort(byFile)))
  for (const { reason } of all.values()) expect(reason.length).toBeGreaterThan(10)
})

// An `error` event that nobody hears ends the process: a client of the driver's own class has no listener while it is in use.
test('connections are made of the clients that survive a broken line', () => {
  const own = usesOf(/new pg\.(?:Client|Pool)\(|extends pg\.(?:Client|Pool)\b/g, file => file.startsWith('bench/'))
  expect([...own.keys()].sort()).toEqual(['platform/server/db/connection-lost.ts', 'platform/server/jobs/queue-pool.ts'])
})
