/** Random changes of facts with two sides: the days that are stale then are those of a plain list, of both sides, before and after. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { date, integer, month, reference } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { rollup, type Rollup } from '#platform/declare/rollup.ts'
import { through } from '#platform/declare/scope.ts'
import type { RecordChange } from '../../contract/record-hooks.ts'
import { openBooks, run, type Books } from '../../../../test/setup/finance-books.ts'
import { followFacts } from './follow-facts.ts'

const warehouse = () => reference('仓库', 'Warehouse', 'warehouse')
const leg = resource('test_leg', {
  title: ['出入库', 'Moves'],
  access: { scope: through('fromId') },
  fields: {
    fromId: reference('从', 'From', 'warehouse', { optional: true }),
    toId: reference('到', 'To', 'warehouse', { optional: true }),
    bookedOn: date('入账日期', 'Booked on'),
    movedOn: date('发生日期', 'Moved on'),
    pieces: integer('件数', 'Pieces'),
  },
}) as unknown as Resource
const side = (name: string, field: string) =>
  ({
    name,
    title: ['出入库', 'Moves'],
    fact: leg,
    booked: 'bookedOn',
    posted: 'movedOn',
    keys: { warehouseId: field },
    sums: { pieces: name === 'in' ? 'pieces' : { minus: 'pieces' } },
    check: 'pieces',
    lines: {},
  }) as const
const legs = rollup('test_legs', {
  title: ['收发存', 'Moves'],
  scope: through('warehouseId'),
  owner: 'warehouseId',
  keys: { warehouseId: warehouse(), day: date('日期', 'Day'), month: month('月份', 'Month') },
  sums: { pieces: integer('件数', 'Pieces') },
  count: ['次数', 'Moves'],
  grains: [['warehouseId', 'day']],
  from: [side('in', 'toId'), side('out', 'fromId')],
})

let b: Books
beforeAll(async () => {
  b = await openBooks([], [])
  for (const id of [1, 2, 3]) await b.put('warehouse', { id, org_id: 1, code: `W${id}`, name: `仓${id}` })
}, 120_000)
afterAll(() => b?.close())

test('random moves, added, changed and deleted', async () => {
  let seed = 5
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const day = (): string => `2026-0${1 + next(3)}-${String(1 + next(28)).padStart(2, '0')}`
  const move = (id: string) => ({
    id,
    fromId: [null, '1', '2', '3'][next(4)],
    toId: [null, '1', '2', '3'][next(4)],
    bookedOn: day(),
    movedOn: day(),
  })
  const context = await b.system()
  for (let round = 0; round < 40; round++) {
    await run(b, 'delete from stale_day')
    const changes: RecordChange[] = Array.from({ length: 1 + next(6) }, (_, at) => {
      const way = next(3)
      return { id: String(at), before: way === 0 ? null : move(String(at)), after: way === 1 ? null : move(String(at)) }
    })
    const plain = new Set<string>()
    for (const row of changes.flatMap(({ before, after }) => [before, after]))
      for (const owner of [row?.['fromId'], row?.['toId']])
        for (const on of [row?.['bookedOn'], row?.['movedOn']]) if (typeof owner === 'string') plain.add(`${owner} ${String(on)}`)
    await context.write(async (tx, inside) => followFacts(legs)['test_leg']?.(inside, tx, changes))
    const { rows } = await run(b, "select owner_id || ' ' || day as one from stale_day where rollup = 'test_legs'")
    expect(rows.map(row => String(row['one'])).toSorted()).toEqual([...plain].toSorted())
  }
})

test('days that a changed record does not say itself are refused', () => {
  const [first, ...others] = legs.from
  const of = { ...legs, from: [{ ...first, counted: {} }, ...others] } as unknown as Rollup
  expect(() => followFacts(of)).toThrow('test_legs: the days on which in counts are marked by whoever changes its facts')
})
