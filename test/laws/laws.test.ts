import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, lawBreaches, readSources, serverModulesInBundle } from '../../scripts/laws.ts'

const root = join(import.meta.dirname, '../..')

test.each<[string, string, string, string]>([
  ['platform to an area', 'platform/server/http.ts', "import { a } from '../../areas/hr/index.ts'", 'platform imports no area'],
  ['platform to an area, by alias', 'platform/server/http.ts', "import { a } from '#areas/hr/index.ts'", 'platform imports no area'],
  ['platform to an area, type only', 'platform/server/http.ts', "import type { a } from '#areas/hr/index.ts'", 'platform imports no area'],
  ['platform to an area, lazily', 'platform/server/http.ts', "const a = await import('#areas/hr/index.ts')", 'platform imports no area'],
  ['platform to an area, re-exported', 'platform/server/http.ts', "export * from '#areas/hr/index.ts'", 'platform imports no area'],
  [
    'platform to the pages of areas',
    'platform/web/pages.ts',
    "const a = import.meta.glob('/areas/**/*.page.tsx')",
    'platform imports no area',
  ],
  ['into an area past its index', 'areas/hr/a.ts', "import {\n  a,\n  b,\n} from '../finance/amazon/b.ts'", "through that area's index.ts"],
  ['a page into another area', 'areas/hr/a.page.tsx', "import type { B } from '#areas/finance/b.ts'", "through that area's index.ts"],
  ['declare to the server', 'platform/declare/a.ts', "import type { B } from '../server/b.ts'", 'platform/declare imports nothing'],
  ['declare to format', 'platform/declare/a.ts', "import { b } from '#platform/format/b.ts'", 'platform/declare imports nothing'],
  ['format to declare', 'platform/format/a.ts', "import { b } from '../declare/b.ts'", 'platform/format imports nothing'],
  ['a page to its server file', 'areas/hr/a.page.tsx', "import { b } from './b.ts'", 'by import type alone'],
  ['a page, for the side effect', 'areas/hr/a.page.tsx', "import './b.ts'", 'by import type alone'],
  ['web to the server', 'platform/web/a.ts', "import b, { type C } from '#platform/server/b.ts'", 'by import type alone'],
  ['web to a declaration', 'platform/web/a.ts', "import { b } from '#platform/declare/b.ts'", 'by import type alone'],
  ['the server to web', 'platform/server/a.ts', "import { b } from '../web/b.ts'", 'nothing of the browser'],
  ['an area to its page', 'areas/hr/a.ts', "import { Page } from './a.page.tsx'", 'nothing of the browser'],
])('a planted breach is found: %s', (_name, file, source, law) => {
  const breaches = lawBreaches(new Map([[file, source]]))
  expect(breaches).toHaveLength(1)
  expect(breaches[0]?.law).toContain(law)
})

test('a circle of three areas is found', () => {
  const files = new Map([
    ['areas/a/x.ts', "import { b } from '#areas/b/index.ts'"],
    ['areas/b/x.ts', "import type { c } from '../c/index.ts'"],
    ['areas/c/x.ts', "import { a } from '#areas/a/index.ts'"],
    ['areas/d/x.ts', "import { a } from '#areas/a/index.ts'"],
  ])
  expect(lawBreaches(files).map(breach => breach.from)).toEqual(['areas/a/x.ts', 'areas/b/x.ts', 'areas/c/x.ts'])
})

test.each<[string, string, string]>([
  ['an area to the platform', 'areas/hr/a.ts', "import { b } from '#platform/declare/b.ts'"],
  ["another area's index", 'areas/hr/a.ts', "import { b } from '../finance/index.ts'"],
  ['its own files', 'areas/finance/amazon/a.ts', "import { b } from '../rates.ts'"],
  ['a page by type', 'areas/hr/a.page.tsx', "import { type B, type C } from './b.ts'\nimport type { D } from '#platform/server/d.ts'"],
  ['a page to format and web', 'areas/hr/a.page.tsx', "import { b } from '#platform/format/b.ts'\nimport { c } from '#platform/web/c.tsx'"],
  ['an import in a comment', 'platform/server/a.ts', "// import { b } from '../web/b.ts'\n/**\n * import { b } from '../web/b.ts'\n */"],
  ['a colour', 'platform/web/a.ts', "export const a = '#1890ff'\nexport const b = {\n  c: '#f5222d',\n}"],
  ['a test', 'platform/server/a.test.ts', "import { b } from '#areas/hr/index.ts'"],
])('what is allowed passes: %s', (_name, file, source) => {
  expect(lawBreaches(new Map([[file, source]]))).toEqual([])
})

test('imports are resolved', () => {
  expect(
    importsOf('areas/a/b/c.ts', "import x from '../d.ts'\nimport type { Y } from '#platform/declare/y.ts'\nimport pg from 'pg'"),
  ).toEqual([
    { from: 'areas/a/b/c.ts', to: 'areas/a/d.ts', typeOnly: false },
    { from: 'areas/a/b/c.ts', to: 'platform/declare/y.ts', typeOnly: true },
  ])
})

test('server files in a browser bundle are found', () => {
  const modules = [
    'web/main.tsx',
    'platform/web/api/client.ts',
    'platform/format/money.ts',
    'areas/hr/a.page.tsx',
    'node_modules/react/index.js',
    'web/main.css',
    'areas/hr/a.ts',
    'platform/server/db/pools.ts',
    'node_modules/pg/lib/index.js',
    'db/migrations/0001_a.sql?raw',
  ]
  expect(serverModulesInBundle(modules)).toEqual(modules.slice(6))
})

test('the repository keeps the laws', () => {
  expect(lawBreaches(readSources(root))).toEqual([])
})
