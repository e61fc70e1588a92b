/** The sandbox pairs of Amazon's models, as a book of its emulator: a call is held against those of its operation. */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Asked, Book, Said } from '#areas/connections/emulator/amazon.ts'
import { modelAt, type ModelOperation } from '#areas/connections/core/model.ts'

const files = ['fbaInventory', 'finances_2024-06-19', 'listingsItems_2021-08-01', 'ordersV0', 'orders_2026-01-01', 'productFeesV0'].concat([
  'reports_2021-06-30',
  'sellers',
  'tokens_2021-03-01',
  'transfers_2024-06-01',
])
export const models = files.map(
  file => [file, modelAt(join(import.meta.dirname, `../../areas/connections/amazon/models/${file}.json`))] as const,
)
const operations: readonly ModelOperation[] = models.flatMap(([, found]) => [...found.values()])

export interface Pair {
  readonly operation: ModelOperation
  readonly status: number
  readonly values: Readonly<Record<string, unknown>>
  readonly answer: unknown
}
interface Static {
  readonly 'x-amzn-api-sandbox'?: {
    readonly static?: readonly {
      readonly request?: { readonly parameters?: Record<string, { readonly value?: unknown }> }
      readonly response?: unknown
    }[]
  }
}
/** Every static sandbox pair of the models. */
export const pairs: readonly Pair[] = operations.flatMap(operation =>
  Object.entries(operation.responses).flatMap(([status, response]) =>
    ((response as Static)['x-amzn-api-sandbox']?.static ?? []).map(({ request, response: answer }) => ({
      operation,
      status: Number(status),
      values: Object.fromEntries(Object.entries(request?.parameters ?? {}).map(([name, { value }]) => [name, value])),
      answer,
    })),
  ),
)

/** Literally, by what a pair names. */
function answer({ operation, path, query, body }: Asked): Said {
  const given = new Map<string, unknown>([...Object.entries(path), ...query.entries()])
  const parsed = body === '' ? undefined : (JSON.parse(body) as unknown)
  const same = (name: string, value: unknown): boolean => {
    const parameter = operation.parameters.find(one => one.name === name)
    if (value === undefined) return true
    if (parameter === undefined || parameter.in === 'body') return isDeepStrictEqual(parsed, JSON.parse(JSON.stringify(value)))
    return given.get(name) === (Array.isArray(value) ? value.map(String).join(',') : String(value as string))
  }
  const found = pairs.filter(one => one.operation === operation && Object.entries(one.values).every(([name, value]) => same(name, value)))
  const names = (pair: Pair): number => Object.values(pair.values).filter(value => value !== undefined).length
  const most = found.toSorted((a, b) => names(b) - names(a))[0]
  if (most === undefined) return { status: 400, value: { errors: [{ code: 'InvalidInput', message: 'no pair' }] } }
  return { status: most.status, value: most.status === 204 ? undefined : most.answer }
}
export const pairBook: Book = { operations, answer }
