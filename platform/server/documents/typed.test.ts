/** Figures of lines by formulas and their sums in the document: stored the same whoever writes, against a plain calculation. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { document, lines } from '#platform/declare/document.ts'
import { computed, decimal, flag, money, reference, text } from '#platform/declare/fields.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { add, canonical, divide, multiply, roundTo, subtract } from '#platform/format/decimal.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import type { Context } from '../contract/context.ts'
import { change } from '../records/change.ts'
import { registryOf } from '../registry-of.ts'
import { addRecord, updateRecord } from '../verbs/record.ts'

const order = document('test_purchase', {
  type: 'testPurchase',
  title: ['采购单', 'Order'],
  access: { scope: ownOrganisation },
  number: 'CG',
  fields: {
    taxIncluded: flag('含税', 'Tax included', { default: true }),
    total: computed.sum(money('合计', 'Total'), 'amount'),
    totalTax: computed.sum(money('税额合计', 'Tax in all'), 'tax'),
  },
}) as unknown as Resource
const line = lines('test_purchase_line', {
  type: 'testPurchaseLine',
  title: ['明细', 'Line'],
  of: { purchaseId: reference('采购单', 'Order', 'test_purchase', { editDisabled: true }) },
  max: 50,
  list: { search: false },
  record: { label: 'item' },
  fields: {
    item: text('商品', 'Item', { max: 20 }),
    quantity: decimal('数量', 'Quantity', 6),
    price: decimal('单价', 'Price', 8, { optional: true }),
    rate: decimal('税率', 'Rate', 4, { default: 13 }),
    amount: computed.typed(money('金额', 'Amount', { total: true }), 'round(quantity * price, 2)'),
    net: computed.typed(money('不含税', 'Net'), 'round(amount / (1 + rate / 100 * document.taxIncluded), 2)'),
    tax: computed.typed(
      money('税额', 'Tax'),
      'document.taxIncluded * (amount - net) + (1 - document.taxIncluded) * round(net * rate / 100, 2)',
    ),
  },
}) as unknown as Resource

let b: ListBooks
let me: Context
beforeAll(async () => {
  b = await listBooks([order, line])
  await b.run("insert into account (id, name) values (1, '王芳')")
  me = b.as('1')
})
afterAll(() => b.close())

interface Plain {
  readonly quantity: string
  readonly price: string | null
  readonly rate: string
}
/** net amount and tax of a line, plainly */
function plainly({ quantity, price, rate }: Plain, included: boolean): readonly (string | null)[] {
  if (price === null) return [null, null, null]
  const amount = roundTo(multiply(quantity, price), 2, 'halfUp')
  const part = divide(rate, '100', 12, 'halfUp')
  const net = included ? roundTo(divide(amount, add('1', part), 12, 'halfUp'), 2, 'halfUp') : amount
  const tax = included ? subtract(amount, net) : roundTo(divide(multiply(net, rate), '100', 12, 'halfUp'), 2, 'halfUp')
  return [amount, net, tax]
}
interface Stored extends Plain {
  readonly id: string
  readonly version: number
  readonly amount: string | null
  readonly net: string | null
  readonly tax: string | null
}
const stored = async (id: string) =>
  (
    await b.rows<Stored>(
      `select id::text as id, version, quantity, price, rate, amount, net, tax from test_purchase_line
        where purchase_id = ${id} order by line_no`,
    )
  ).map(row => ({ ...row, figures: [row.amount, row.net, row.tax].map(one => (one === null ? null : canonical(one))) }))
const totals = async (id: string) => {
  const [row] = await b.rows<{ total: string; total_tax: string }>(`select total, total_tax from test_purchase where id = ${id}`)
  return [canonical(row?.total ?? ''), canonical(row?.total_tax ?? '')]
}
const added = (rows: readonly object[]) => ({
  added: rows.map((row, i) => ({ id: `n${i}`, item: '灯', ...row })),
  changed: [],
  removed: [],
})

test('random documents, changed line by line and as a whole: lines and totals equal a plain calculation', async () => {
  let seed = 11
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const fresh = (): Plain => ({
    quantity: `${next(500)}.${1 + next(999)}`,
    price: next(8) === 0 ? null : `${next(300)}.${1 + next(99_999)}`,
    rate: String([0, 3, 13][next(3)]),
  })
  for (let round = 0; round < 12; round++) {
    let included = next(2) === 0
    const plain = Array.from({ length: 1 + next(6) }, fresh)
    const { id } = await addRecord(me, order, { businessOn: '2026-03-20', taxIncluded: included, lines: added(plain) })
    const isSame = async (): Promise<void> => {
      const wanted = plain.map(one => plainly(one, included))
      expect((await stored(id)).map(one => one.figures)).toEqual(wanted)
      const sum = (at: number): string => wanted.reduce((all, one) => add(all, one[at] ?? '0'), '0')
      expect(await totals(id)).toEqual([sum(0), sum(2)])
    }
    await isSame()
    for (let turn = 0; turn < 5; turn++) {
      const rows = await stored(id)
      const at = next(plain.length)
      const [row, version] = [
        rows[at],
        (await b.rows<{ version: number }>(`select version from test_purchase where id = ${id}`))[0]?.version ?? 1,
      ]
      const way = next(9)
      if (way < 3) {
        included = !included
        await updateRecord(me, order, { id, version, taxIncluded: included })
      } else if (way < 5 && plain.length > 1) {
        await updateRecord(me, order, {
          id,
          version,
          lines: { added: [], changed: [], removed: [{ id: row?.id, version: row?.version }] },
        })
        plain.splice(at, 1)
      } else {
        const now = fresh()
        plain[at] = now
        await updateRecord(me, order, {
          id,
          version,
          lines: { added: [], changed: [{ id: row?.id, version: row?.version, ...now }], removed: [] },
        })
      }
      await isSame()
    }
  }
}, 60_000)

test('what a save tells holds the figures of all of it: header and lines are judged together', async () => {
  const made = await addRecord(me, order, { businessOn: '2026-03-20', lines: added([{ quantity: '2', price: '10' }]) })
  const [row] = await stored(made.id)
  await updateRecord(me, order, {
    id: made.id,
    version: 1,
    taxIncluded: false,
    lines: { added: [], changed: [{ id: row?.id, version: row?.version, quantity: '4' }], removed: [] },
  })
  const told = await b.rows<{ total: string | null; tax: string | null }>(
    `select after ->> 'total' as total, after ->> 'totalTax' as tax from audit_entry where record_id = '${made.id}' order by id`,
  )
  expect(told.map(one => [one.total, one.tax].map(figure => canonical(figure ?? '')))).toEqual([
    ['20', '2.3'],
    ['40', '5.2'],
  ])
})

test('an action that writes one line keeps them as well, and a person can set none of them', async () => {
  const { id } = await addRecord(me, order, {
    businessOn: '2026-03-20',
    lines: added([{ quantity: '2', price: '10', amount: '999' }]),
  }).catch(() => ({ id: '' }))
  const made =
    id === '' ? (await addRecord(me, order, { businessOn: '2026-03-20', lines: added([{ quantity: '2', price: '10' }]) })).id : id
  expect(await totals(made)).toEqual(['20', '2.3'])
  const [row] = await stored(made)
  await change(me, line, row?.id ?? '', { quantity: '3' })
  expect([await totals(made), (await stored(made))[0]?.figures]).toEqual([
    ['30', '3.45'],
    ['30', '26.55', '3.45'],
  ])
})

test('a figure that its column can not hold is refused with a sentence, and nothing is written', async () => {
  const huge = { quantity: '99999999999999', price: '999999999999' }
  await expect(addRecord(me, order, { businessOn: '2026-03-20', lines: added([huge]) })).rejects.toMatchObject({
    message: expect.stringMatching(/^金额 .+ 太大，整数部分最多 16 位$/),
  })
})

test('a wrong formula or sum stops the start with one sentence that names table and field', () => {
  const faults = (header: Resource, own: Resource): string => {
    try {
      registryOf([{ name: 'test', title: ['测试', 'Test'], resources: [header, own], routes: {} }])
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }
  const withFormula = (formula: string): Resource => ({
    ...line,
    fields: { ...line.fields, amount: computed.typed(money('金额', 'Amount'), formula) },
  })
  for (const [formula, said] of [
    ['quantity *', 'test_purchase_line.amount: typed: “quantity *” is no formula'],
    ['quantity * weight', 'test_purchase_line.amount: typed: weight is no figure'],
    ['item * 2', 'item is no figure'],
    ['document.no * 2', 'document.no is no figure'],
    ['net * 2', 'net is made later, or by itself'],
  ] as const)
    expect(faults(order, withFormula(formula))).toContain(said)
  expect(faults({ ...order, fields: { ...order.fields, total: computed.sum(money('合计', 'Total'), 'item') } }, line)).toContain(
    'test_purchase.total: sum: item is no figure of test_purchase_line',
  )
})
