/**
 * Ids and days of the calls are types of the wire (calls/wire-types.ts): by its name a field is known to be one, and its schema keeps out
 * what no column can hold.
 */
import { expect, test } from 'vitest'
import { Compile } from 'typebox/compile'
import type { TSchema } from 'typebox'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'

interface Schema {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
  readonly anyOf?: readonly Schema[]
}
interface Leaf {
  readonly path: string
  readonly name: string
  readonly schema: Schema
}

/** Every plain value of a schema with the name it is sent under; items of a list go by the list's name. */
function leaves(path: string, name: string, schema: Schema): Leaf[] {
  if (schema.properties) return Object.entries(schema.properties).flatMap(([inner, one]) => leaves(path, inner, one))
  if (schema.items) return leaves(path, name, schema.items)
  if (schema.anyOf) return schema.anyOf.flatMap(one => leaves(path, name, one))
  return schema.type === 'string' ? [{ path, name, schema }] : []
}

/**
 * Names given by the program itself, not numbers: menus by their path, natural keys of options, codes of QR uploads, sessions by their
 * hash.
 */
const spoken = /^(menuId|menuIds|moduleId|permissionId|recordId|deptId)$/
const others = new Set([
  '/listField/options',
  '/myCommonMenu/insert',
  '/myCommonMenu/delete',
  '/myCommonMenu/batchUpdate',
  '/myCommonMenu/roleDefault',
  '/fileQrUpload/upload',
  '/fileQrUpload/qrFile',
  '/fileQrUpload/qrIdUpdate',
  '/auth/user/revokeSession',
  '/menuSetting/insert',
  '/menuSetting/move',
])
/** Rows of lists whose key is no number: opaque texts of at most 400 characters, taken apart by lists/columns.ts. */
const isOpaque = ({ schema }: Leaf): boolean => 'maxLength' in schema && 'minLength' in schema && Number(schema.maxLength) <= 400

const all = registryOf(withHouseAreas(areas)).routes.flatMap(({ path, input }) =>
  input === undefined ? [] : leaves(path, '', input as Schema),
)
/** Every schema in a schema, with the name it is sent under. */
const inside = (name: string, schema: Schema): (readonly [name: string, schema: Schema])[] => [
  [name, schema],
  ...Object.entries(schema.properties ?? {}).flatMap(([inner, one]) => inside(inner, one)),
  ...Object.values(schema.patternProperties ?? {}).flatMap(one => inside('', one)),
  ...(schema.items ? inside('', schema.items) : []),
  ...(schema.anyOf ?? []).flatMap(one => inside(name, one)),
]
const schemas = registryOf(withHouseAreas(areas)).routes.flatMap(({ path, input }) =>
  input === undefined ? [] : inside('', input as Schema).map(([name, schema]) => ({ path, name, schema })),
)
const takes = (schema: Schema, value: unknown): boolean => Compile(schema as TSchema).Check(value)

test('an id is one that a column can hold', () => {
  const ids = all.filter(one => /^ids?$|Ids?$/.test(one.name) && !spoken.test(one.name) && !others.has(one.path) && !isOpaque(one))
  expect(ids.length).toBeGreaterThan(60)
  const wrong = ids.filter(
    ({ schema }) => !takes(schema, '12') || ['', '-1', '5.', '9'.repeat(19), '__proto__'].some(value => takes(schema, value)),
  )
  expect(wrong.map(({ path, name }) => `${path} ${name}`)).toEqual([])
})

test('a day is one that there is', () => {
  const days = all.filter(({ name }) => /(^d|D)ate$|(^d|D)ay$|On$/.test(name))
  expect(days.length).toBeGreaterThan(20)
  const wrong = days.filter(
    ({ schema }) =>
      !takes(schema, '2024-02-29') || ['2026-02-30', '2026-13-01', '0000-01-01', '2026-1-1', ''].some(value => takes(schema, value)),
  )
  expect(wrong.map(({ path, name }) => `${path} ${name}`)).toEqual([])
})

test('a month is one that there is', () => {
  const months = all.filter(({ name, path }) => /(^m|M)onth$/.test(name) && !path.startsWith('/menuLog/'))
  expect(months.length).toBeGreaterThan(2)
  const wrong = months.filter(
    ({ schema }) => !takes(schema, '2024-02') || ['2026-00', '2026-13', '0000-01', '2026-1', ''].some(value => takes(schema, value)),
  )
  expect(wrong.map(({ path, name }) => `${path} ${name}`)).toEqual([])
})

test('a condition is one, wherever a query is taken', () => {
  const lists = schemas.filter(({ name }) => name === 'conditionList' || name === 'orderByList')
  expect(lists.length).toBeGreaterThan(100)
  const wrong = lists.filter(({ schema }) => [[null], [0], [[]], [{}], ['id']].some(value => takes(schema, value)))
  expect(wrong.map(({ path, name }) => `${path} ${name}`)).toEqual([])
  const queries = schemas.filter(({ name, schema }) => name === 'query' && schema.type === 'object')
  expect(queries.length).toBeGreaterThan(100)
  expect(queries.filter(({ schema }) => takes(schema, { conditionList: [null] })).map(({ path }) => path)).toEqual([])
})

test('a record by id takes no other name', () => {
  const byId = schemas.filter(({ schema }) => Object.keys(schema.patternProperties ?? {}).some(one => one.includes('[0-9]')))
  expect(byId.length).toBeGreaterThan(100)
  expect(byId.filter(({ schema }) => takes(schema, { constructor: [{}] })).map(({ path, name }) => `${path} ${name}`)).toEqual([])
})
