/**
 * The database type holds a table when a statement of the product, written by hand, names it, and no other: what stands in it is
 * instantiated in every type-check. The verbs reach any table by `anyTable`. (The other way round, a statement that names a table which is
 * not in the type does not compile.) A statement of an area over declared tables has their types: from the type, or by `tablesOf` from
 * their declarations. `anyTable` is for tables that are chosen at run time, and for those that a maker declares.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const isOfTests = (file: string): boolean => /\.test\.tsx?$|(?:^|\/)test(?:-[^/]*|\/.*)$/.test(file)
const productSources = (): Map<string, string> =>
  new Map(
    globSync(['*.ts', 'areas/**/*.ts', 'platform/server/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts'], { cwd: root })
      .map(file => file.replaceAll('\\', '/'))
      .filter(file => !isOfTests(file))
      .map(file => [file, readFileSync(join(root, file), 'utf8')]),
  )

const withoutComments = (source: string): string => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** Tables in the type, by the objects that `DatabaseOf` is given: file -> tables. */
function tablesInType(sources: ReadonlyMap<string, string>): Map<string, string> {
  const tableOf = new Map<string, string>()
  for (const source of sources.values())
    for (const [, name = '', table = ''] of source.matchAll(/\bconst (\w+) = (?:resource|document|lines|moneyOwner)\(\s*'(\w+)'/g))
      tableOf.set(name, table)
  const found = new Map<string, string>()
  for (const [file, source] of sources) {
    for (const [, object, inline] of withoutComments(source).matchAll(
      /interface Database extends DatabaseOf<(?:typeof (\w+)|\{([^}]*)\})>/g,
    )) {
      const list = inline ?? new RegExp(`\\bconst ${object} = \\{([^}]*)\\}`).exec(source)?.[1]
      for (const entry of (list ?? '?').split(',').filter(one => one.trim() !== '')) {
        const name = entry.trim().replace(/:.*/s, '')
        const table = tableOf.get(name)
        if (table === undefined)
          throw new Error(`${file}: what stands in the database type must be read from the source: ${object ?? 'inline'} holds ${name}`)
        found.set(table, file)
      }
    }
  }
  return found
}

const names =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|\w*[jJ]oin\w*)\(\s*\[?\s*((?:'[^']+'[\s,]*)+)|\bDatabase\['(\w+)'\]/g
/** Tables that kysely's statements and types name. */
function tablesNamed(sources: ReadonlyMap<string, string>): Set<string> {
  const found = new Set<string>()
  for (const source of sources.values())
    for (const [, list, type] of withoutComments(source).matchAll(names)) {
      if (type !== undefined) found.add(type)
      for (const [, table = ''] of (list ?? '').matchAll(/'(\w+)(?: as \w+)?'/g)) found.add(table)
    }
  return found
}

function unnamed(sources: ReadonlyMap<string, string>): string[] {
  const named = tablesNamed(sources)
  return [...tablesInType(sources)].filter(([table]) => !named.has(table)).map(([table, file]) => `${table} (${file})`)
}

test('every table of the database type is named by a statement written by hand; a list that none names leaves the type', () => {
  const sources = productSources()
  expect(tablesInType(sources).size).toBeGreaterThan(50)
  expect(unnamed(sources)).toEqual([])
})

test.each<[string, string, string[]]>([
  ['named in FROM', `db.selectFrom('parcel')`, []],
  ['named among several', `db.selectFrom(['box', 'parcel as p'])`, []],
  ['named in a join', `db.selectFrom('box').leftJoin('parcel as p', 'p.id', 'box.parcel_id')`, []],
  ['named as a row', `type Row = Selectable<Database['parcel']>`, []],
  ['named in a comment', `// db.selectFrom('parcel')`, ['parcel (areas/x/tables.ts)']],
  ['named by the verbs of its routes alone', `list(parcel), reference('包裹', 'Parcel', 'parcel')`, ['parcel (areas/x/tables.ts)']],
])('%s', (_what, statement, expected) => {
  const declared = `export const parcel = resource('parcel', {})
    const named = { parcel }
    declare module '#platform/server/contract/database.ts' { interface Database extends DatabaseOf<typeof named> {} }`
  expect(
    unnamed(
      new Map([
        ['areas/x/tables.ts', declared],
        ['areas/x/work.ts', statement],
      ]),
    ),
  ).toEqual(expected)
})

/** The rest of a statement that begins at `from`: its chain of calls. */
function chainFrom(source: string, from: number): string {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    const sign = source[at] ?? ''
    if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) depth -= 1
    const isEnd = depth === 0 && (sign === ',' || (sign === '\n' && !/^\s*\./.test(source.slice(at + 1, at + 80))))
    if (depth < 0 || isEnd) return source.slice(from, at)
  }
  return source.slice(from)
}

/** Tables that are declared with their columns; those that a maker declares (sheets, published copies, comments) have none to be read. */
const tablesDeclared = (sources: ReadonlyMap<string, string>): Set<string> =>
  new Set(
    [...sources.values()].flatMap(source =>
      [...source.matchAll(/\bconst \w+ = (?:resource|document|lines|moneyOwner|view)\(\s*'(\w+)'/g)].map(([, table = '']) => table),
    ),
  )

/** Of a statement by `anyTable`: what it begins with, if that is a table by its name or a part that was written before. */
const beginning = /\banyTable\((?:[^()]|\([^()]*\))*\)(?=\s*(?:\.withoutPlugins\(\)\s*)?\.\w+\(\s*(?:'|\w+(?:\(\w*\))?\.as\())/g
const namedAtRunTime = /\b(?:selectFrom|\w*[jJ]oin\w*)\(\s*(?:`|[\w.]+[,)])/

/** Statements by `anyTable` all of whose tables are declared with their columns. */
function untypedOf(sources: ReadonlyMap<string, string>): string[] {
  const declared = tablesDeclared(sources)
  return [...sources].flatMap(([file, raw]) => {
    if (!file.startsWith('areas/')) return []
    const source = withoutComments(raw)
    return [...source.matchAll(beginning)].flatMap(found => {
      const chain = chainFrom(source, found.index + found[0].length)
      const tables = [...tablesNamed(new Map([[file, chain]]))]
      return !namedAtRunTime.test(chain) && tables.every(table => declared.has(table)) ? [`${file}: ${tables.join(', ')}`] : []
    })
  })
}

test('no statement of an area takes anyTable for tables that are declared', () => {
  expect(untypedOf(productSources())).toEqual([])
})

test.each<[string, string, string[]]>([
  ['of a declared table', `await anyTable(context.db)\n  .selectFrom('parcel as p')\n  .execute()`, ['areas/x/read.ts: parcel']],
  ['past the door', `anyTable(tx).withoutPlugins().insertInto('parcel')`, ['areas/x/read.ts: parcel']],
  ['with its types', `db.selectFrom('parcel')`, []],
  ['with the types of these tables alone', `tablesOf<typeof parcel>(db).selectFrom('parcel')`, []],
  [
    'over a part that was written before',
    `anyTable(db).selectFrom(known.as('k')).innerJoin('parcel as p', on)`,
    ['areas/x/read.ts: parcel'],
  ],
  ['joined to one that a maker declares', `anyTable(db).selectFrom('parcel as p').innerJoin('box as b', 'b.id', 'p.box_id')`, []],
  ['joined to one named at run time', 'anyTable(db).selectFrom(`parcel as p`).innerJoin(`${r.table} as b`, on)', []],
  ['named at run time', 'anyTable(db).selectFrom(`${r.table} as p`)', []],
])('a statement %s', (_what, statement, expected) => {
  const declared = `export const parcel = resource('parcel', {})`
  const sources = new Map([
    ['areas/x/tables.ts', declared],
    ['areas/x/read.ts', statement],
  ])
  expect(untypedOf(sources)).toEqual(expected)
})
