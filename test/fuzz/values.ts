/** Hostile and valid input: values that fit a schema of the OpenAPI document, and values that fit none. */
import fc, { type Arbitrary } from 'fast-check'

export type Schema = Readonly<Record<string, unknown>>
export type Shared = Readonly<Record<string, Schema>>

/** Names that every object of JavaScript has. */
export const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length', '__defineGetter__']
const texts = [
  ...inherited,
  '',
  ' ',
  '\0',
  '\n',
  ',',
  '-1',
  '0',
  '5.',
  '.5',
  '1e400',
  'NaN',
  '9'.repeat(19),
  '9'.repeat(30),
  '9223372036854775807',
  '9223372036854775808',
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02',
  '0001-01',
  '9999-12',
  '2026-01-01T00:00:00Z',
  '2026-01-01T25:61:61Z',
  "1'); drop table shop; --",
  '\ud800',
  '店铺🙂',
  '%00',
  '../../etc/passwd',
  '//evil.com',
  'javascript:alert(1)',
  '<img src=x onerror=alert(1)>',
  '{}',
  '[]',
  '[[[[[[[[[[',
  'WyIxIiwieCJd',
  '%',
  '_',
  '\\',
  'x'.repeat(3_000),
  '字'.repeat(500),
]
const numbers = [-1, 0, 1, 0.5, 5.1, 32_768, 2 ** 31, 2 ** 32, 2 ** 53, 1e21, 1e308, -1e308]

const hostileText = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...texts) }, fc.string({ unit: 'grapheme', maxLength: 40 }))
/** Any JSON, the usual mistakes more often than others. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [''], [null], [[]], [{}], { id: '1' }, { a: { b: {} } }) },
  { weight: 2, arbitrary: fc.array(fc.oneof(hostileText, fc.constantFrom<unknown>(...numbers)), { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.constantFrom(...inherited.slice(1), 'id', '1', 'field', '9'.repeat(30)), hostileText, { maxKeys: 3 }),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
export const hostileName = fc.constantFrom(...inherited.slice(1), 'id', 'ids', 'x', '', '0', 'orgId', 'createdAt', 'version')

/** Words that mean something to the house, by the name they are sent under. */
export type Vocabulary = ReadonlyMap<string, readonly unknown[]>

/** Values of a schema, and now and then others. `name`: of the property, for words that mean something. */
export function fitting(schema: Schema | undefined, shared: Shared, words: Vocabulary, name = '', depth = 0): Arbitrary<unknown> {
  const inner = (one: unknown, of = name): Arbitrary<unknown> => fitting(one as Schema, shared, words, of, depth + 1)
  if (schema === undefined || depth > 6) return hostile
  const ref = schema['$ref']
  if (typeof ref === 'string') return inner(shared[ref.split('/').at(-1) ?? ''])
  const known = words.get(name)
  const meant = known === undefined ? [] : [{ weight: 6, arbitrary: fc.constantFrom(...known) }]
  for (const union of ['anyOf', 'oneOf'] as const)
    if (Array.isArray(schema[union])) return fc.oneof(...meant, ...(schema[union] as Schema[]).map(one => inner(one)))
  if (Array.isArray(schema['allOf']))
    return fc.tuple(...(schema['allOf'] as Schema[]).map(one => inner(one))).map(all => Object.assign({}, ...(all as object[])) as unknown)
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...(schema['enum'] as unknown[]))
  if ('const' in schema) return fc.constant(schema['const'])
  const types = [schema['type'] ?? (schema['properties'] === undefined ? 'any' : 'object')].flat() as string[]
  const plain = types.map(type => ofType(type, schema, inner, name))
  return fc.oneof(...meant, ...plain.map(arbitrary => ({ weight: 4, arbitrary })))
}

function ofType(
  type: string,
  schema: Schema,
  inner: (one: unknown, name?: string) => Arbitrary<unknown>,
  name: string,
): Arbitrary<unknown> {
  const limit = (word: string, absent: number): number => Math.min(typeof schema[word] === 'number' ? schema[word] : absent, 1_000_000)
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.ceil(Math.max(limit('minimum', -5), -1_000_000)),
        max: Math.floor(Math.max(limit('maximum', 3_000), limit('minimum', -5))),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(itemOf(inner(schema['items'], name)), { minLength: Math.min(limit('minItems', 0), 3), maxLength: 3 })
    case 'object':
      return objectOf(schema, inner)
    default:
      return hostile
  }
}

/** What fits, and now and then what no list should hold. */
const itemOf = (fits: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.oneof({ weight: 15, arbitrary: fits }, { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 0, '', [], {}) }, hostile)

const wellKnown: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-01-01', '2026-03-02', '2026-03-31', '2024-02-29', '0001-01-01', '9999-12-31'],
  'date-time': ['2026-01-01T00:00:00Z', '2026-03-02T08:00:00+08:00'],
}
function textOf(schema: Schema): Arbitrary<unknown> {
  const named = schema['format']
  const format = typeof named === 'string' ? wellKnown[named] : undefined
  if (format !== undefined) return fc.oneof(fc.constantFrom(...format), hostileText)
  const { pattern } = schema
  // groups that look ahead are beyond the generator
  if (typeof pattern === 'string' && !pattern.includes('(?')) return fc.oneof(fc.stringMatching(new RegExp(pattern)), hostileText)
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom('1', '2', '3', '2026-03', '2026', '2026-03-02', 'a') }, hostileText)
}

/** Required names nearly always, others now and then; some names come with anything, some are of nobody's schema. */
function objectOf(schema: Schema, inner: (one: unknown, name?: string) => Arbitrary<unknown>): Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] as Readonly<Record<string, Schema>> | undefined) ?? {})
  const required = new Set((schema['required'] as readonly string[] | undefined) ?? [])
  const [open] = Object.values((schema['patternProperties'] as Readonly<Record<string, Schema>> | undefined) ?? {})
  const parts = properties.map(([name, one]) =>
    fc
      .tuple(fc.nat(99), fc.nat(99), inner(one, name), hostile)
      .map(([presence, wrong, value, other]) => (presence < (required.has(name) ? 98 : 45) ? [[name, wrong < 12 ? other : value]] : [])),
  )
  const further = fc
    .tuple(fc.nat(99), hostileName, open === undefined ? hostile : inner(open))
    .map(([presence, name, value]) => (presence < (open === undefined ? 5 : 60) ? [[name, value]] : []))
  return fc.tuple(...parts, further).map(all => Object.fromEntries(all.flat() as [string, unknown][]) as unknown)
}
