/** What the OpenAPI document says of filters the calls take, value by value; a query by hand refuses the filters it does not know. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { listSchema, type Schema } from '#platform/server/openapi/schemas.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { openScopeHouse, type ScopeHouse } from '../scope/house.ts'

const { routes } = registryOf(withHouseAreas(areas))
let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
})
afterAll(() => h.close())

interface Said {
  readonly code: number
  readonly msg: string
  readonly data: { readonly errors?: readonly { readonly field: string }[] }
}
const post = async (path: string, payload: object): Promise<Said> => {
  const headers = { authorization: `Bearer ${await h.token('admin')}` }
  return (await h.app.inject({ method: 'POST', url: `/api-2024${path}`, headers, payload })).json<Said>()
}

/** Values as the schema describes them, one of each shape. */
function examples(schema: Schema): unknown[] {
  if (Array.isArray(schema['anyOf'])) return (schema['anyOf'] as Schema[]).flatMap(examples)
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[]).slice(0, 2)
  if (schema['type'] === 'array') {
    const [one, other = one] = examples(schema['items'] as Schema)
    return [[one, other]]
  }
  if (schema['format'] === 'date') return ['2026-03-01']
  if (schema['type'] === 'integer') return [1]
  if (schema['type'] === 'boolean') return [true]
  if (schema['pattern'] === '^[^,]*,[^,]*$') return [',']
  return typeof schema['pattern'] === 'string'
    ? fc.sample(fc.stringMatching(new RegExp(schema['pattern'])), { numRuns: 1, seed: 7 })
    : ['a']
}

const lists = routes.filter(r => r.verb === 'list' && r.method === 'POST' && r.resource?.type !== undefined)
test.each(lists.map(r => [r.path, r] as const))('%s takes the filters of the document', async (path, { resource }) => {
  if (resource === undefined) throw new Error(`${path} lists nothing`)
  const { properties = {} } = ((listSchema(resource)['allOf'] as Schema[])[1] ?? {}) as { properties?: Readonly<Record<string, Schema>> }
  for (const [name, schema] of Object.entries(properties))
    for (const value of examples(schema)) {
      const { code, msg } = await post(path, { [name]: value })
      expect([name, value, code, msg]).toEqual([name, value, 0, ''])
    }
})

// a list that is narrowed for good names what it does not know by itself, as every list
const queries = routes.filter(
  r =>
    r.verb === 'call' &&
    r.resource === undefined &&
    ['pageNum', 'where'].some(name => Object.hasOwn((r.input as { properties?: object } | undefined)?.properties ?? {}, name)),
)
test.each(queries.map(r => [r.path, r] as const))('%s refuses a filter that it does not know', (_path, { input }) => {
  expect((input as { additionalProperties?: boolean }).additionalProperties).toBe(false)
})

test('the profit list names the unknown filter', async () => {
  const { code, data } = await post('/AmzFinanceProfit/list', { by: ['shop'], startDate: '2026-01-01', endDate: '2026-03-31', shopId: '1' })
  expect([code, data.errors?.map(one => one.field)]).toEqual([1002, ['shopId']])
})
