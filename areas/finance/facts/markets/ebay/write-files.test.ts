/** What the generator writes as the Finances API is held to eBay's own description of it, where that is at hand. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sampleTransactions } from '../../../../../test/setup/ebay-sample.ts'
import { writeFinances, writePayouts } from './write-files.ts'
import { genuine, hasGenuine } from '../../../../../test/setup/genuine.ts'

const description = 'ebay-finances-api/sell_finances_v1_oas3.json'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}
const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value)

/** Places where a value has a property that its schema lacks, or is of another type. */
function faultsOf(value: unknown, schema: Schema, schemas: Readonly<Record<string, Schema>>, at: string): string[] {
  const named = new Map(Object.entries(schemas)).get(schema.$ref?.split('/').at(-1) ?? '') ?? schema
  const wanted = named.type ?? 'object'
  if (typeOf(value) !== wanted) return [`${at} is ${typeOf(value)}, not ${wanted}`]
  if (Array.isArray(value)) return value.flatMap((one, n) => faultsOf(one, named.items ?? {}, schemas, `${at}[${n}]`))
  if (typeof value !== 'object' || value === null) return []
  const known = new Map(Object.entries(named.properties ?? {}))
  return Object.entries(value).flatMap(([name, one]) => {
    const of = known.get(name)
    return of === undefined ? [`${at}.${name} is unknown`] : faultsOf(one, of, schemas, `${at}.${name}`)
  })
}

test.runIf(hasGenuine(description))('pages of transactions and pay-outs have no property and no type that eBay’s description lacks', () => {
  const { components } = JSON.parse(readFileSync(genuine(description), 'utf8')) as { components: { schemas: Record<string, Schema> } }
  const held = (text: string, name: string): string[] =>
    faultsOf(JSON.parse(text), { $ref: `#/components/schemas/${name}` }, components.schemas, name)
  expect(held(writeFinances(sampleTransactions, 'USD'), 'Transactions')).toEqual([])
  expect(held(writePayouts(sampleTransactions, 'USD'), 'Payouts')).toEqual([])
  // the check is one: a name that eBay does not know is told
  expect(held('{"transactions":[{"transactionNo":"1","amount":{"value":1}}]}', 'Transactions')).toEqual([
    'Transactions.transactions[0].transactionNo is unknown',
    'Transactions.transactions[0].amount.value is integer, not string',
  ])
})
