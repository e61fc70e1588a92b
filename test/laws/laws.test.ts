import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { figuresOf, importsOf, lawBreaches, readSources, serverModulesInBundle } from '../../scripts/laws.ts'
import { floors, floorsLeft } from '../../scripts/floors.ts'
import { circleFilesMax, forTestsLeft, rooms, upwardLeft } from '../../scripts/rooms.ts'

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
  ['its own files', 'areas/hr/people/a.ts', "import { b } from '../rates.ts'"],
  ['a page by type', 'areas/hr/a.page.tsx', "import { type B, type C } from './b.ts'\nimport type { D } from '#platform/server/area.ts'"],
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

test.each<[string, string, string, string]>([
  ['behind a door', 'areas/a/b.ts', "import type { B } from '#platform/server/records/change.ts'", 'nothing behind them'],
  ['upward', 'platform/server/lists/a.ts', "import { b } from '../verbs/b.ts'", 'downwards alone'],
  ['upward, type only', 'platform/server/lists/a.ts', "import type { B } from '#platform/server/verbs/b.ts'", 'downwards alone'],
  ['upward, to what puts all together', 'platform/server/http/a.ts', "import { b } from '../open-house.ts'", 'downwards alone'],
  ['a folder without a place', 'platform/server/attic/a.ts', "import { b } from '../db/b.ts'", 'the folder attic has its place'],
  ['upward inside a room', 'platform/server/reports/ask/a.ts', "import type { B } from '../store/b.ts'", 'import downwards alone'],
  ['upward in the browser', 'platform/web/list/a.tsx', "import type { B } from '../shell/b.ts'", 'platform/web/ import downwards'],
  ['upward in the browser, lazily', 'platform/web/form/a.tsx', "const b = await import('../record/b.tsx')", 'downwards alone'],
  ['upward in the browser, a style', 'platform/web/table/a.tsx', "import '../list/list.css'", 'downwards alone'],
  [
    'a floor of the browser without a place',
    'platform/web/attic/a.ts',
    "import { b } from '../api/b.ts'",
    'the folder attic has its place',
  ],
  ['a folder of a room without a place', 'platform/server/reports/attic/a.ts', "import { b } from '../ask/b.ts'", 'its place'],
  ['the contract with something that runs', 'platform/server/contract/a.ts', "import { b } from './b.ts'", 'types alone'],
  ['the contract of something above', 'platform/server/contract/a.ts', "import type { B } from '#platform/format/b.ts'", 'types alone'],
])('a breach of the order is found: %s', (_name, file, source, law) => {
  expect(lawBreaches(new Map([[file, source]])).map(breach => breach.law)).toEqual([expect.stringContaining(law)])
})

test('what goes down the rooms passes', () => {
  const files = new Map([
    ['platform/server/open-house.ts', "import { a } from './http/a.ts'\nimport type { B } from './contract/b.ts'"],
    ['platform/server/verbs/a.ts', "import { a } from '../lists/a.ts'\nimport { b } from '#platform/server/db/b.ts'"],
    ['platform/server/contract/a.ts', "import type { B } from './b.ts'\nimport type { C } from '#platform/declare/c.ts'"],
  ])
  expect(lawBreaches(files)).toEqual([])
})

test('a circle among files is found, also one of types; the one of the contract passes', () => {
  const circleIn = (folder: string): Map<string, string> =>
    new Map([
      [`${folder}/a.ts`, "import type { B } from './b.ts'"],
      [`${folder}/b.ts`, "import type { C } from './c.ts'"],
      [`${folder}/c.ts`, "import type { A } from './a.ts'\nimport type { D } from './d.ts'"],
      [`${folder}/d.ts`, ''],
    ])
  expect(lawBreaches(circleIn('platform/server/lists'))).toEqual([
    { from: 'platform/server/lists/a.ts', to: 'platform/server/lists/b.ts', law: 'files import each other in no circle (3 files)' },
  ])
  expect(lawBreaches(circleIn('platform/server/contract'))).toEqual([])
})

test('a product file which only tests import is found; one that a page or a test of its own imports besides passes', () => {
  const files = new Map([
    ['areas/hr/made-people.ts', ''],
    ['areas/hr/people.ts', ''],
    ['areas/hr/index.ts', "import { people } from './people.ts'"],
    ['areas/hr/people.test.ts', "import { made } from './made-people.ts'\nimport { people } from './people.ts'"],
  ])
  expect(lawBreaches(files).map(breach => breach.to)).toEqual(['areas/hr/made-people.ts'])
})

// By this count 100 imports went upward in the best order that the folders had before, 236 with the files of platform/server
// itself on top, and files stood in four circles.
test('the order of the rooms: what is left only shrinks', () => {
  const sources = readSources(root)
  const { upward, circles } = figuresOf(sources)
  expect(upward).toBe(upwardLeft.length)
  expect(upwardLeft).toHaveLength(0)
  expect(circles.map(circle => circle.length)).toEqual([circleFilesMax])
  expect(circleFilesMax).toBe(9)
})

test('files that tests alone import: the list only shrinks, and an entry that holds no more goes', () => {
  const listed = Object.keys(forTestsLeft)
  expect(listed).toEqual([])
  const users = [...readSources(root)].flatMap(([file, source]) => importsOf(file, source)).filter(({ to }) => listed.includes(to))
  expect(users.filter(({ from }) => !/\.test\.tsx?$|^test\//.test(from))).toEqual([])
})

test('the contract holds types alone', () => {
  const running = [...readSources(root)]
    .filter(([file]) => file.startsWith('platform/server/contract/'))
    .flatMap(([file, source]) => [...source.matchAll(/^export (?!type |interface )\w+.*$/gm)].map(([line]) => `${file}: ${line}`))
  expect(running).toEqual([])
})

test('every room stands in the order, and every one of the order is there', () => {
  const there = readdirSync(join(root, 'platform/server'), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
  expect([...rooms].toSorted()).toEqual(there.toSorted())
})

test('folders inside a room that has an order are all there, and nothing upward is left but the list', () => {
  const folders = new Set([...readSources(root).keys()].map(file => file.slice(0, file.lastIndexOf('/') + 1)))
  const gone = Object.entries(floors).flatMap(([room, order]) =>
    order.map(folder => `${room}${folder}/`).filter(folder => ![...folders].some(one => one.startsWith(folder))),
  )
  expect(gone).toEqual([])
  expect(floorsLeft).toHaveLength(0)
})
