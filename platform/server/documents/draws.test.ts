/** Lines drawn from others, through the database: bounds, counters, states, refusals, two at once; random work against a plain count. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Resource } from '#platform/declare/resource.ts'
import { add, canonical, compare, multiply } from '#platform/format/decimal.ts'
import { bill, drawnDocuments, order as plainOrder, orderLine, receipt, receiptLine } from '../../../test/setup/drawn-documents.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import type { Context } from '../contract/context.ts'
import type { RecordChange } from '../contract/record-hooks.ts'
import { registryOf } from '../registry-of.ts'
import { closeLine } from './close-line.ts'
import { takeSteps } from '../steps/take-steps.ts'
import { addRecord, updateRecord } from '../verbs/record.ts'

const { states: life } = plainOrder
/** its lines may be changed while it is partly received, too */
const order = { ...plainOrder, states: { ...life, states: { ...life?.states, part: { edit: 'all' } } } } as unknown as Resource

let b: ListBooks
let me: Context
/** what a follower of orders was told */
let heard: RecordChange[] = []
beforeAll(async () => {
  b = await listBooks([order, ...drawnDocuments.filter(one => one !== plainOrder)], {
    follows: { test_order: async (_context, _tx, changes) => void heard.push(...changes) },
  })
  await b.run("insert into account (id, name) values (1, '王芳')")
  me = b.as('1')
})
afterAll(() => b.close())

type Line = Readonly<Record<string, unknown>>
const added = (lines: readonly Line[]) => ({
  lines: { added: lines.map((line, i) => ({ id: `n${i}`, ...line })), changed: [], removed: [] },
})
const add1 = (r: Resource, header: Line, lines: readonly Line[]) =>
  addRecord(me, r, { businessOn: '2026-03-20', ...header, ...added(lines) })
const step = (r: Resource, id: string, name: string, context = me) =>
  takeSteps(context, r, { ids: [{ id }], pick: { step: name }, input: {} })
const linesOf = (table: string, by: string, id: string) =>
  b.rows<Record<string, string>>(`select *, id::text as id from ${table} where ${by} = ${id} order by line_no`)
const stateOf = async (table: string, id: string): Promise<number> =>
  (await b.rows<{ state: number }>(`select state from ${table} where id = ${id}`))[0]?.state ?? -1

/** An order in force, its id and those of its lines. */
async function ordered(lines: readonly Line[], header: Line = {}): Promise<{ id: string; lines: string[] }> {
  const { id } = await add1(order, { supplier: '甲', ...header }, lines)
  await step(order, id, 'submit')
  return { id, lines: (await linesOf('test_order_line', 'order_id', id)).map(one => one['id'] ?? '') }
}
const drawing = (orderLineId: string | undefined, quantity: string, more: Line = {}) => ({ orderLineId, item: '灯', quantity, ...more })
async function received(lines: readonly Line[], header: Line = {}): Promise<string> {
  const { id } = await add1(receipt, { supplier: '甲', ...header }, lines)
  await step(receipt, id, 'post')
  return id
}
const counted = async (id: string): Promise<string> =>
  canonical((await b.rows<{ received: string }>(`select received from test_order_line where id = ${id}`))[0]?.received ?? '')

test('what is drawn counts when its document does; the state of the source follows and goes back', async () => {
  const o = await ordered([
    { item: '灯', quantity: '10' },
    { item: '灯', quantity: '5' },
  ])
  const { id } = await add1(receipt, { supplier: '甲' }, [drawing(o.lines[0], '4')])
  expect([await counted(o.lines[0] ?? ''), await stateOf('test_order', o.id)]).toEqual(['0', 2])
  await step(receipt, id, 'post')
  expect([await counted(o.lines[0] ?? ''), await stateOf('test_order', o.id)]).toEqual(['4', 3])
  const rest = await received([drawing(o.lines[0], '6'), drawing(o.lines[1], '5')])
  expect(await stateOf('test_order', o.id)).toBe(4)
  await step(receipt, rest, 'void')
  expect([await counted(o.lines[0] ?? ''), await counted(o.lines[1] ?? ''), await stateOf('test_order', o.id)]).toEqual(['4', '0', 3])
  await step(receipt, id, 'void')
  expect(await stateOf('test_order', o.id)).toBe(2)
  const trail = await b.rows<{ verb: string; account_name: string }>(
    `select verb, account_name from audit_entry where subject = 'test_order' and record_id = '${o.id}' order by id`,
  )
  expect(trail.map(one => one.verb)).toEqual(['add', 'submit', 'progress1', 'progress2', 'progress1', 'progress0'])
})

test('more than is open is refused with the figures, a percent above is let be', async () => {
  const o = await ordered([
    { item: '灯', quantity: '10' },
    { item: '灯', quantity: '10', over: '5' },
  ])
  const [plain, above] = o.lines
  await received([drawing(plain, '7')])
  await expect(received([drawing(plain, '3.5')])).rejects.toMatchObject({
    code: 1002,
    message: expect.stringMatching(/^订单“DD202603-\d+”第 1 行的数量最多可取 10，现共取 10\.5，超出 0\.5$/),
  })
  await received([drawing(above, '10.5')])
  await expect(received([drawing(above, '0.000001')])).rejects.toMatchObject({ message: expect.stringContaining('最多可取 10.5') })
  await expect(received([drawing(plain, '-8')])).rejects.toMatchObject({ message: expect.stringContaining('合计 −1，不能小于 0') })
  expect([await counted(plain ?? ''), await counted(above ?? '')]).toEqual(['7', '10.5'])
})

test('a posted document that is changed, and lines that go, count anew', async () => {
  const o = await ordered([{ item: '灯', quantity: '10' }])
  const id = await received([drawing(o.lines[0], '4'), drawing(o.lines[0], '3')])
  const [first, second] = await linesOf('test_receipt_line', 'receipt_id', id)
  const changes = (lines: object) => updateRecord(me, receipt, { id, version: 2, lines: { added: [], changed: [], removed: [], ...lines } })
  await changes({ changed: [{ id: first?.['id'], version: 1, quantity: '6' }] })
  expect(await counted(o.lines[0] ?? '')).toBe('9')
  await expect(changes({ changed: [{ id: first?.['id'], version: 2, quantity: '8' }] })).rejects.toMatchObject({ code: 1002 })
  await changes({ removed: [{ id: second?.['id'], version: 1 }] })
  expect(await counted(o.lines[0] ?? '')).toBe('6')
  await removeRecords(me, receipt, [id])
  expect([await counted(o.lines[0] ?? ''), await stateOf('test_order', o.id)]).toEqual(['0', 2])
})

test('what must be the same is the same: named with line, document and field', async () => {
  const o = await ordered([{ item: '灯', quantity: '10' }])
  await expect(add1(receipt, { supplier: '乙' }, [drawing(o.lines[0], '1')])).rejects.toMatchObject({
    message: expect.stringMatching(/^第 1 行与订单“DD\d+-\d+”的供应商不同，请核对$/),
  })
  await expect(add1(receipt, { supplier: '甲' }, [drawing(o.lines[0], '1', { item: '门' })])).rejects.toMatchObject({
    message: expect.stringContaining('的商品不同'),
  })
  const { id } = await add1(receipt, { supplier: '甲' }, [drawing(o.lines[0], '1')])
  await expect(updateRecord(me, receipt, { id, version: 1, supplier: '乙' })).rejects.toMatchObject({
    message: expect.stringContaining('的供应商不同'),
  })
})

test('limits and what must be the same are judged once, at the end of a save', async () => {
  const o = await ordered([{ item: '灯', quantity: '10' }])
  const other = await ordered([{ item: '门', quantity: '3' }], { supplier: '乙' })
  const id = await received([drawing(o.lines[0], '6'), drawing(o.lines[0], '4')])
  const now = async () => {
    const [first, second] = await linesOf('test_receipt_line', 'receipt_id', id)
    const of = (line: typeof first) => ({ id: line?.['id'], version: Number(line?.['version']) })
    const [row] = await b.rows<{ version: number }>(`select version from test_receipt where id = ${id}`)
    return { version: row?.version, first: of(first), second: of(second) }
  }
  // after the first of its two statements 12 are drawn
  const one = await now()
  await updateRecord(me, receipt, {
    id,
    version: one.version,
    lines: {
      added: [],
      changed: [
        { ...one.first, quantity: '8' },
        { ...one.second, quantity: '2', item: '灯' },
      ],
      removed: [],
    },
  })
  expect(await counted(o.lines[0] ?? '')).toBe('10')
  // lines and header go over to another supplier together
  const two = await now()
  const of = { orderLineId: other.lines[0], item: '门' }
  await updateRecord(me, receipt, {
    id,
    version: two.version,
    supplier: '乙',
    lines: { added: [], changed: [{ ...two.first, ...of, quantity: '3' }], removed: [two.second] },
  })
  expect([await counted(o.lines[0] ?? ''), await counted(other.lines[0] ?? '')]).toEqual(['0', '3'])
  expect([await stateOf('test_order', o.id), await stateOf('test_order', other.id)]).toEqual([2, 4])
})

test('a source that is not open for it, or closed early, gives nothing more; what was drawn can still be taken back', async () => {
  const draft = await add1(order, { supplier: '甲' }, [{ item: '灯', quantity: '5' }])
  const [line] = await linesOf('test_order_line', 'order_id', draft.id)
  await expect(add1(receipt, { supplier: '甲' }, [drawing(line?.['id'], '1')])).rejects.toMatchObject({
    message: expect.stringMatching(/^订单“DD\d+-\d+”当前为“草稿”，不能从中取$/),
  })
  const o = await ordered([{ item: '灯', quantity: '10' }])
  const id = await received([drawing(o.lines[0], '4')])
  const { id: waiting } = await add1(receipt, { supplier: '甲' }, [drawing(o.lines[0], '2')])
  await step(order, o.id, 'close')
  await expect(step(receipt, waiting, 'post')).rejects.toMatchObject({ message: expect.stringContaining('当前为“提前关闭”') })
  await step(receipt, id, 'void')
  expect([await counted(o.lines[0] ?? ''), await stateOf('test_order', o.id)]).toEqual(['0', 5])
})

test('a source keeps what must be the same while others have drawn from it: they are named', async () => {
  const o = await ordered([{ item: '灯', quantity: '10' }])
  const { id } = await add1(receipt, { supplier: '甲' }, [drawing(o.lines[0], '1')])
  await step(order, o.id, 'change')
  const version = async (): Promise<number> =>
    (await b.rows<{ version: number }>(`select version from test_order where id = ${o.id}`))[0]?.version ?? 0
  const [line] = await linesOf('test_order_line', 'order_id', o.id)
  const changed = (values: object) => ({ added: [], removed: [], changed: [{ id: line?.['id'], version: 1, ...values }] })
  await expect(updateRecord(me, order, { id: o.id, version: await version(), supplier: '乙' })).rejects.toMatchObject({
    code: 1002,
    message: expect.stringMatching(/^已被入库单“RK202603-\d+”取用，不能修改供应商$/),
  })
  await expect(updateRecord(me, order, { id: o.id, lines: changed({ item: '门' }) })).rejects.toMatchObject({
    message: expect.stringMatching(/^已被入库单“RK202603-\d+”取用，不能修改商品$/),
  })
  await updateRecord(me, order, { id: o.id, version: await version(), remark: '加急', lines: changed({ quantity: '9' }) })
  // what is void holds nothing fast
  await step(order, o.id, 'submit')
  await step(receipt, id, 'post')
  await step(receipt, id, 'void')
  await step(order, o.id, 'change')
  await updateRecord(me, order, { id: o.id, version: await version(), supplier: '乙' })
})

test('a line closed early gives nothing more, carries the state of its document on, and stands in the trail with its reason', async () => {
  const o = await ordered([
    { item: '灯', quantity: '10' },
    { item: '门', quantity: '2' },
  ])
  await received([drawing(o.lines[0], '4')])
  await closeLine(me, orderLine, o.lines[0] ?? '', '供应商停产')
  await expect(received([drawing(o.lines[0], '1')])).rejects.toMatchObject({ message: expect.stringContaining('最多可取 4') })
  expect(await stateOf('test_order', o.id)).toBe(3)
  await expect(closeLine(me, orderLine, o.lines[0] ?? '', '再关')).rejects.toMatchObject({
    message: '第 1 行没有未取的数量，不需要关闭',
  })
  await closeLine(me, orderLine, o.lines[1] ?? '', '不再需要')
  expect(await stateOf('test_order', o.id)).toBe(4)
  const trail = await b.rows<{ verb: string; note: string; lines: Record<string, { closed: string }> }>(
    `select verb, note, after -> 'lines' as lines from audit_entry where record_id = '${o.id}' and verb = 'closeLine' order by id`,
  )
  expect(trail.map(one => [one.note, ...Object.values(one.lines).map(line => canonical(line.closed))])).toEqual([
    ['供应商停产', '6'],
    ['不再需要', '2'],
  ])
  const draft = await add1(order, { supplier: '甲' }, [{ item: '灯', quantity: '5' }])
  const [line] = await linesOf('test_order_line', 'order_id', draft.id)
  await expect(closeLine(me, orderLine, line?.['id'] ?? '', '草稿')).rejects.toMatchObject({
    message: expect.stringContaining('当前为“草稿”，不能提前关闭其中的行'),
  })
  await expect(closeLine(b.as('2'), orderLine, o.lines[1] ?? '', '别人的')).rejects.toMatchObject({ code: 1004 })
  await expect(closeLine(me, orderLine, '999999', '没有')).rejects.toMatchObject({ code: 1004 })
})

test('a document that its own lines move is told to followers once, and once in the trail', async () => {
  const o = await ordered([{ item: '灯', quantity: '10' }])
  await received([drawing(o.lines[0], '4')])
  const versionOf = async (): Promise<number> =>
    (await b.rows<{ version: number }>(`select version from test_order where id = ${o.id}`))[0]?.version ?? 0
  const moved = async () => {
    const told = heard.filter(({ before, after }) => before?.['state'] !== after?.['state'])
    expect(heard.at(-1)?.after).toMatchObject({ version: await versionOf() })
    heard = []
    return told.map(({ before, after }) => [before?.['state'], after?.['state']])
  }
  const trail = () =>
    b.rows<{ verb: string }>(`select verb from audit_entry where record_id = '${o.id}' and subject = 'test_order'
      and after ->> 'state' = '4' and before ->> 'state' <> '4'`)
  const lineNow = async () => ({ id: o.lines[0], version: Number((await linesOf('test_order_line', 'order_id', o.id))[0]?.['version']) })
  heard = []
  // by the form: the line goes down to what is drawn
  const changed = [{ ...(await lineNow()), quantity: '4' }]
  await updateRecord(me, order, { id: o.id, version: await versionOf(), remark: '减', lines: { added: [], changed, removed: [] } })
  expect([await moved(), (await trail()).length, await stateOf('test_order', o.id)]).toEqual([[[3, 4]], 1, 4])
  // by closing a line
  const other = await ordered([{ item: '灯', quantity: '10' }])
  await received([drawing(other.lines[0], '4')])
  heard = []
  await closeLine(me, orderLine, other.lines[0] ?? '', '停产')
  expect(heard.flatMap(({ before, after }) => (before?.['state'] === after?.['state'] ? [] : [after?.['state']]))).toEqual([4])
})

test('a line closed early gives nothing above either', async () => {
  const o = await ordered([{ item: '灯', quantity: '100', over: '10' }])
  await received([drawing(o.lines[0], '40')])
  await closeLine(me, orderLine, o.lines[0] ?? '', '停产')
  await expect(received([drawing(o.lines[0], '1')])).rejects.toMatchObject({ message: expect.stringContaining('最多可取 40') })
})

test('of one who draws the rest and one who closes it at once, one is refused', async () => {
  for (let round = 0; round < 6; round++) {
    const o = await ordered([{ item: '灯', quantity: '3' }])
    const { id } = await add1(receipt, { supplier: '甲' }, [drawing(o.lines[0], '3')])
    const done = await Promise.allSettled([
      step(receipt, id, 'post', b.as('1', '收')),
      closeLine(b.as('1', '关'), orderLine, o.lines[0] ?? '', '晚'),
    ])
    expect(done.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await stateOf('test_order', o.id)).toBe(4)
  }
})

test('what others have drawn from is neither made void nor deleted: they are named', async () => {
  const o = await ordered([{ item: '灯', quantity: '10' }])
  const id = await received([drawing(o.lines[0], '4')])
  await expect(step(order, o.id, 'void')).rejects.toMatchObject({
    code: 1002,
    message: expect.stringMatching(/^已被入库单“RK202603-\d+”取用，不能“作废”$/),
  })
  const [line] = await linesOf('test_receipt_line', 'receipt_id', id)
  const { id: billed } = await add1(bill, { supplier: '甲' }, [{ receiptLineId: line?.['id'], item: '灯', billedQuantity: '2' }])
  await expect(step(receipt, id, 'void')).rejects.toMatchObject({ message: expect.stringMatching(/已被发票“FP\d+-\d+”取用，不能“作废”/) })
  await expect(removeRecords(me, receipt, [id])).rejects.toMatchObject({
    message: expect.stringMatching(/已被发票“FP\d+-\d+”取用，不能删除/),
  })
  await removeRecords(me, bill, [billed])
  await step(receipt, id, 'void')
  await step(order, o.id, 'void')
  expect(await stateOf('test_order', o.id)).toBe(6)
})

test('two people draw the last unit at once: one gets it', async () => {
  for (let round = 0; round < 8; round++) {
    const o = await ordered([{ item: '灯', quantity: '1' }])
    const drafts = await Promise.all([0, 1, 2].map(() => add1(receipt, { supplier: '甲' }, [drawing(o.lines[0], '1')])))
    const done = await Promise.allSettled(drafts.map(({ id }, i) => step(receipt, id, 'post', b.as('1', `人${i}`))))
    expect(done.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const one of done) if (one.status === 'rejected') expect((one.reason as Error).message).toContain('超出 1')
    expect([await counted(o.lines[0] ?? ''), await stateOf('test_order', o.id)]).toEqual(['1', 4])
  }
})

test('many draw from many lines at once, in any order: nobody waits in a circle', async () => {
  const o = await ordered([1, 2, 3, 4].map(() => ({ item: '灯', quantity: '3' })))
  const ways = [
    [0, 1, 2, 3],
    [3, 2, 1, 0],
    [1, 3, 0, 2],
    [2, 0, 3, 1],
  ]
  const done = await Promise.allSettled(
    ways.map(way =>
      received(
        way.map(at => drawing(o.lines[at], '1')),
        {},
      ),
    ),
  )
  expect(done.filter(one => one.status === 'fulfilled')).toHaveLength(3)
  for (const line of o.lines) expect(await counted(line)).toBe('3')
})

/** A small generator with a seed, so that a fault can be seen again. */
function random(seed: number): (below: number) => number {
  let at = seed
  return below => {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((at / 2_147_483_648) * below)
  }
}

test.each([1, 2, 3, 4])(
  'random work (seed %i) equals a plain count',
  async seed => {
    const next = random(seed)
    const sources = await Promise.all(
      [0, 1, 2].map(() =>
        ordered(
          [0, 1, 2].map(() => ({ item: '灯', quantity: String(1 + next(6)), over: String(next(3) * 25) })),
          {},
        ),
      ),
    )
    const lines = sources.flatMap(one => one.lines)
    const facts = new Map(
      (
        await b.rows<Record<string, string>>(`select id::text as id, quantity, over from test_order_line where id in (${lines.join()})`)
      ).map(row => [row['id'] ?? '', row]),
    )
    const limitOf = (id: string): string => {
      const { quantity = '0', over = '0' } = facts.get(id) ?? {}
      return add(quantity, multiply(multiply(quantity, over), '0.01'))
    }
    // the plain count: what each receipt draws, and whether it counts
    const plain = new Map<string, { draws: Map<string, string>; counts: boolean }>()
    const totalOf = (line: string): string =>
      [...plain.values()].reduce((sum, one) => (one.counts ? add(sum, one.draws.get(line) ?? '0') : sum), '0')
    const fits = (more: ReadonlyMap<string, string>): boolean =>
      [...more].every(([line, quantity]) => compare(add(totalOf(line), quantity), limitOf(line)) <= 0)
    let refused = 0
    const work: readonly (() => Promise<void>)[] = [
      async () => {
        const chosen = new Map([0, 1].map(() => [lines[next(lines.length)] ?? '', `${next(3)}.${1 + next(9)}`]))
        const { id } = await add1(
          receipt,
          { supplier: '甲' },
          [...chosen].map(([line, quantity]) => drawing(line, quantity)),
        )
        plain.set(id, { draws: chosen, counts: false })
      },
      async () => {
        const drafts = [...plain].filter(([, one]) => !one.counts)
        const [id, one] = drafts[next(drafts.length)] ?? []
        if (id === undefined || one === undefined) return
        const isFitting = fits(one.draws)
        await step(receipt, id, 'post').then(
          () => expect(isFitting).toBe(true),
          () => {
            refused += 1
            expect(isFitting).toBe(false)
          },
        )
        if (isFitting) one.counts = true
      },
      async () => {
        const posted = [...plain].filter(([, one]) => one.counts)
        const [id] = posted[next(posted.length)] ?? []
        if (id === undefined) return
        if (next(2) === 0) await step(receipt, id, 'void')
        else await removeRecords(me, receipt, [id])
        plain.delete(id)
      },
    ]
    for (let turn = 0; turn < 260; turn++) {
      await work[[0, 0, 1, 1, 2][next(5)] ?? 0]?.()
      if (turn % 13 === 0) await isSame()
    }
    await isSame()
    expect(refused).toBeGreaterThan(5)

    async function isSame(): Promise<void> {
      const stored = await b.rows<{ id: string; received: string }>(
        `select id::text as id, received from test_order_line where id in (${lines.join()})`,
      )
      for (const { id, received: sum } of stored) expect([id, canonical(sum)]).toEqual([id, canonical(totalOf(id))])
      for (const source of sources) {
        const isAll = source.lines.every(line => compare(totalOf(line), facts.get(line)?.['quantity'] ?? '0') >= 0)
        const isSome = source.lines.some(line => compare(totalOf(line), '0') > 0)
        expect(await stateOf('test_order', source.id)).toBe(isAll ? 4 : isSome ? 3 : 2)
      }
    }
  },
  120_000,
)

test('a wrong declaration stops the start with one sentence that names table and word', () => {
  const withDraw = (more: object): Resource => {
    const [draw] = receiptLine.linesOf?.draws ?? []
    return { ...receiptLine, linesOf: { ...receiptLine.linesOf, draws: [{ ...draw, ...more }] } } as unknown as Resource
  }
  const faults = (...resources: readonly Resource[]): string => {
    try {
      registryOf([{ name: 'test', title: ['测试', 'Test'], resources, routes: {} }])
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }
  const others = [order, orderLine, receipt]
  for (const [more, said] of [
    [{ from: 'nowhere' }, 'test_receipt_line.record: draws from nowhere: it names no lines of a document'],
    [{ by: 'item' }, 'test_receipt_line.record: draws from test_order_line: by: item is no reference to test_order_line by its id'],
    [{ measure: 'item' }, 'measure: item is no figure of it'],
    [{ of: 'item' }, 'of: item is no figure of test_order_line'],
    [{ counter: 'quantity' }, 'counter: quantity of test_order_line is no computed figure that begins with 0'],
    [{ over: 'item' }, 'over: item is no figure of test_order_line'],
    [{ closed: 'over' }, 'closed: over of test_order_line is no computed figure that begins with 0'],
    [{ when: ['gone'] }, 'when: gone is no state of test_order'],
    [{ when: undefined }, 'when: names no state of test_order'],
    [{ counts: [] }, 'counts: names no state of test_receipt'],
    [{ same: ['price'] }, 'same: price is no field of both sides, in the line or in the document'],
  ] as const)
    expect(faults(...others, withDraw(more))).toContain(said)
  const [draw] = receiptLine.linesOf?.draws ?? []
  const twice = { ...receiptLine.linesOf, draws: [draw, { ...draw, counter: 'other' }] }
  expect(faults(...others, { ...receiptLine, linesOf: twice } as unknown as Resource)).toContain(
    'closed: closed of test_order_line closes another draw already',
  )
  expect(faults(order, orderLine)).toContain('test_order.life: step change: undrawn, and nothing is drawn from its lines')
  const progress = { ...orderLine.linesOf?.progress, states: ['open', 'closed'] }
  expect(
    faults({ ...orderLine, linesOf: { ...orderLine.linesOf, progress } } as unknown as Resource, order, receipt, receiptLine),
  ).toContain('test_order_line.record: progress: no step of the program leads test_order from closed to open (byProgress)')
})
