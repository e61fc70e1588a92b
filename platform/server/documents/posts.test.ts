/** Documents that post: once, inside their step; taken back exactly; kept out of closed months; a poster that fails leaves nothing. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { document, lines } from '#platform/declare/document.ts'
import { choice, date, decimal, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { byAnyone, machine } from '#platform/declare/states.ts'
import { canonical } from '#platform/format/decimal.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { employee } from '../../../test/setup/machines.ts'
import { listBooks, type ListBooks } from '../../../test/setup/list-books.ts'
import { change } from '../records/change.ts'
import { removeRecords } from '../batches/batch-remove.ts'
import { refuse } from '../calls/refusal.ts'
import type { Area } from '../contract/area.ts'
import type { Context } from '../contract/context.ts'
import type { Poster } from '../contract/record-hooks.ts'
import { formItems } from '../records/form-items.ts'
import { registryOf } from '../registry-of.ts'
import { takeSteps } from '../steps/take-steps.ts'
import { addRecord, oneRecord } from '../verbs/record.ts'

const states = {
  draft: [0, '草稿', 'Draft'],
  posted: [1, '已过账', 'Posted'],
  reversed: [8, '已冲销', 'Reversed'],
} as const
const common = { access: { scope: ownOrganisation }, fields: { state: choice('状态', 'State', states, { default: 0 }) } }
const steps = { post: { title: ['过账', 'Post'], from: ['draft'], to: 'posted', may: byAnyone } } as const
/** taken back for good */
const once = document('test_once', {
  ...common,
  type: 'testOnce',
  number: 'ZZ',
  title: ['入库单', 'Receipt'],
  life: {
    states: machine('state', {
      states: { draft: { edit: 'all', remove: true }, posted: { edit: ['remark'] }, reversed: { final: true } },
      steps,
    }),
    posts: { step: 'post', reversed: 'reversed', may: byAnyone, but: ['remark'] },
  },
})
/** taken back to be posted again */
const again = document('test_again', {
  ...common,
  type: 'testAgain',
  number: 'FF',
  title: ['分摊单', 'Allocation'],
  life: {
    states: machine('state', {
      states: { draft: { edit: 'all', remove: true }, posted: { final: true }, reversed: { final: true } },
      steps: { ...steps, drop: { title: ['作废', 'Drop'], from: ['draft'], to: 'reversed', may: byAnyone } },
    }),
    posts: { step: 'post', reversed: 'draft', may: byAnyone },
  },
})
const onceLine = lines('test_once_line', {
  type: 'testOnceLine',
  title: ['明细', 'Line'],
  of: { onceId: reference('入库单', 'Receipt', 'test_once', { editDisabled: true }) },
  max: 20,
  list: { search: false },
  record: { label: 'quantity' },
  fields: { quantity: decimal('数量', 'Quantity', 6) },
})
/** what the poster keeps: key once each */
const entry = resource('test_entry', {
  title: ['分录', 'Entry'],
  access: { scope: ownOrganisation },
  fields: { key: text('键', 'Key', { max: 100 }), day: date('日期', 'Day'), quantity: decimal('数量', 'Quantity', 6) },
  storage: { unique: [['key']] },
})
const financeMonth = resource('finance_month', {
  title: ['月份', 'Month'],
  access: { scope: ownOrganisation },
  fields: { month: date('月份', 'Month'), state: choice('状态', 'State', { open: [0, '开', 'Open'], closed: [1, '关', 'Closed'] }) },
})

let fails = false
const enter: Poster = async (_context, tx, { id, day, reverses, key }) => {
  const db = tx.withoutPlugins() as never as { executeQuery: (q: unknown) => Promise<unknown> }
  const { sql } = await import('kysely')
  const sign = reverses ? -1 : 1
  await sql`insert into test_entry (org_id, key, day, quantity) select 1, ${key}, ${day}::date,
    ${sign} * coalesce((select sum(quantity) from test_once_line where once_id = ${id}), 0)`.execute(db as never)
  if (fails) throw refuse.rule(sentence`请先选择数据`)
}

let b: ListBooks
let me: Context
const area: Partial<Area> = {
  posts: { test_once: enter, test_again: enter },
  closedUntil: async (_context, tx) => {
    const { sql } = await import('kysely')
    const { rows } = await sql<{ day: string | null }>`select (max(month) + interval '1 month - 1 day')::date::text as day
      from finance_month where state = 1`.execute(tx.withoutPlugins())
    return rows[0]?.day ?? null
  },
}
const resources = [employee, once, onceLine, again, entry, financeMonth] as readonly unknown[] as readonly Resource[]
beforeAll(async () => {
  b = await listBooks(resources, area)
  await b.run("insert into account (id, name) values (1, '王芳'); insert into employee (id, org_id, name) values (7, 1, '王芳')")
  const one = b.as('1')
  me = { ...one, caller: { ...one.caller, employeeId: '7' } }
})
afterAll(() => b.close())
beforeEach(async () => {
  fails = false
  await b.run('delete from finance_month')
})

const added = (quantities: readonly string[]) => ({
  lines: { added: quantities.map((quantity, i) => ({ id: `n${i}`, quantity })), changed: [], removed: [] },
})
const make = (r: unknown, businessOn: string, quantities?: readonly string[]) =>
  addRecord(me, r as Resource, { businessOn, ...(quantities === undefined ? {} : added(quantities)) })
const step = (r: unknown, id: string, name: string) => takeSteps(me, r as Resource, { ids: [{ id }], pick: { step: name }, input: {} })
const entries = async (id: string, table = 'test_once') =>
  (
    await b.rows<{ key: string; day: string; quantity: string }>(
      `select key, day::text as day, quantity from test_entry where key like '${table}:${id}%' order by id`,
    )
  ).map(row => [row.day, canonical(row.quantity)])
const posted = async (id: string) => {
  const row = await oneRecord(me, once as unknown as Resource, id)
  return [row['state'], row['postedOn'], row['postedBy'], row['reversedOn'], row['reversedBy']]
}

test('a document is posted once by its step, on its day, and taken back exactly', async () => {
  const { id } = await make(once, '2026-03-10', ['2', '3.5'])
  await step(once, id, 'post')
  expect([await posted(id), await entries(id)]).toEqual([[1, '2026-03-10', '7', null, null], [['2026-03-10', '5.5']]])
  await expect(step(once, id, 'post')).rejects.toMatchObject({ code: 1002, message: expect.stringContaining('当前为“已过账”') })
  await step(once, id, 'reverse')
  expect([await posted(id), await entries(id)]).toEqual([
    [8, '2026-03-10', '7', '2026-03-10', '7'],
    [
      ['2026-03-10', '5.5'],
      ['2026-03-10', '-5.5'],
    ],
  ])
  await expect(step(once, id, 'reverse')).rejects.toMatchObject({ code: 1002 })
})

test('lines of a posted document stay, though its remark may change', async () => {
  const { id } = await make(once, '2026-03-10', ['2'])
  await step(once, id, 'post')
  const [line] = await b.rows<{ id: string }>(`select id::text as id from test_once_line where once_id = ${id}`)
  await expect(change(me, onceLine as unknown as Resource, line?.id ?? '', { quantity: '9' })).rejects.toMatchObject({
    message: expect.stringContaining('已过账，不能修改明细，请先冲销'),
  })
  await change(me, once as unknown as Resource, id, { remark: '补充' })
})

test('of two who post at once, and of a call that is repeated, one is entered', async () => {
  const { id } = await make(once, '2026-03-10', ['1'])
  const done = await Promise.allSettled([1, 2, 3].map(() => step(once, id, 'post')))
  expect(done.map(one => one.status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await entries(id)).toEqual([['2026-03-10', '1']])
})

test('what the poster refuses leaves the step undone', async () => {
  const { id } = await make(once, '2026-03-10', ['1'])
  fails = true
  await expect(step(once, id, 'post')).rejects.toMatchObject({ code: 1002 })
  expect([await posted(id), await entries(id)]).toEqual([[0, null, null, null, null], []])
  fails = false
  await step(once, id, 'post')
  expect(await entries(id)).toHaveLength(1)
})

test('a closed month takes no posting; what was posted there is taken back on the first open day; a future day waits', async () => {
  const [early, late] = [await make(once, '2026-02-10', ['4']), await make(once, '2026-02-11', ['1'])]
  await step(once, early.id, 'post')
  await b.run("insert into finance_month (org_id, month, state) values (1, '2026-02-01', 1)")
  await expect(step(once, late.id, 'post')).rejects.toMatchObject({
    message: '2026-02 及以前的月份已结账，业务日期 2026-02-11 不能过账，请修改日期或先反结账',
  })
  await expect(removeRecords(me, once as unknown as Resource, [early.id])).rejects.toMatchObject({ code: 1002 })
  await step(once, early.id, 'reverse')
  expect(await entries(early.id)).toEqual([
    ['2026-02-10', '4'],
    ['2026-03-01', '-4'],
  ])
  expect(await posted(early.id)).toEqual([8, '2026-02-10', '7', '2026-03-01', '7'])
  const { id } = await make(once, '2026-03-21', ['1'])
  await expect(step(once, id, 'post')).rejects.toMatchObject({ message: '业务日期 2026-03-21 还没有到，不能过账' })
  // past the one writer the database says the same
  await expect(b.asProgram(`update test_once set posted_on = '2026-02-11', org_id = org_id where id = ${late.id}`)).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:CM001|42501)$/),
  })
})

test('a document that begins anew is posted again under another key, and stays while its month is closed', async () => {
  const { id } = await make(again, '2026-02-10')
  for (const name of ['post', 'reverse', 'post']) await step(again, id, name)
  expect((await entries(id, 'test_again')).map(([day]) => day)).toEqual(['2026-02-10', '2026-02-10', '2026-02-10'])
  await b.run("insert into finance_month (org_id, month, state) values (1, '2026-02-01', 1)")
  await expect(step(again, id, 'reverse')).rejects.toMatchObject({
    message: '2026-02 及以前的月份已结账，2026-02-10 的过账不能冲销，请先反结账',
  })
})

test('random posting and taking back: entries of each document sum to nothing, or to what it holds', async () => {
  let seed = 7
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const documents: { id: string; quantity: string; state: number }[] = []
  for (let turn = 0; turn < 150; turn++) {
    if (documents.length === 0 || next(3) === 0) {
      const quantity = `${1 + next(20)}.${1 + next(9)}`
      documents.push({ id: (await make(once, `2026-03-${String(1 + next(20)).padStart(2, '0')}`, [quantity])).id, quantity, state: 0 })
      continue
    }
    const one = documents[next(documents.length)]
    const name = next(2) === 0 ? 'post' : 'reverse'
    const isOpen = one?.state === (name === 'post' ? 0 : 1)
    const done = await step(once, one?.id ?? '', name).then(
      () => true,
      () => false,
    )
    expect(done).toBe(isOpen)
    if (one !== undefined && done) one.state = name === 'post' ? 1 : 8
  }
  for (const { id, quantity, state } of documents) {
    const [row] = await b.rows<{ sum: string; n: string }>(
      `select coalesce(sum(quantity), 0) as sum, count(*) as n from test_entry
        where key = 'test_once:${id}' or key = 'test_once:${id}:reverse'`,
    )
    expect([canonical(row?.sum ?? ''), Number(row?.n)]).toEqual([
      canonical(state === 1 ? quantity : '0'),
      state === 0 ? 0 : state === 1 ? 1 : 2,
    ])
  }
}, 60_000)

test('the form of a new document begins with today', () => {
  const items = formItems([['businessOn', once.fields.businessOn]], 'zh', new Map())
  expect(items).toMatchObject([{ field: 'businessOn', required: true, initial: 'today' }])
})

test('a wrong declaration stops the start with one sentence that names table and word', () => {
  const faults = (r: unknown, posts: Area['posts'] = { test_once: enter }): string => {
    try {
      registryOf([
        {
          name: 'test',
          title: ['测试', 'Test'],
          resources: [employee, r as Resource],
          routes: {},
          ...(posts === undefined ? {} : { posts }),
        },
      ])
    } catch (error) {
      return (error as Error).message
    }
    return ''
  }
  const other = (more: object): unknown => ({ ...once, posts: { ...once.posts, ...more } })
  expect(faults(other({ step: 'ship' }))).toContain('test_once.life: posts: step ship is none of its steps')
  expect(faults(other({ reversed: 'gone' }))).toContain('test_once.life: posts: reversed: gone is no state of it')
  expect(faults(other({ on: 'no' }))).toContain('test_once.life: posts: on: no is no day of it')
  expect(faults(other({ after: ['gone'] }))).toContain('test_once.life: posts: after: gone is no state of it')
  const open = machine('state', {
    states: { draft: { edit: 'all', remove: true }, posted: { remove: true }, reversed: {} },
    steps: {
      ...steps,
      drop: { title: ['作废', 'Drop'], from: ['posted'], to: 'draft', may: byAnyone },
      renew: { title: ['重开', 'Open again'], from: ['reversed'], to: 'draft', may: byAnyone },
    },
  })
  const said = faults({ ...once, states: open })
  expect(said).toContain('test_once.life: posts: posted is posted, and its documents may be deleted')
  expect(said).toContain('test_once.life: posts: step drop leaves what is posted; reverse alone does')
  expect(said).toContain("test_once.life: posts: step renew leads on from reversed, from which it can't be posted again")
  expect(faults(once, {})).toContain('test_once.life: posts: no area enters it')
  expect(faults(employee, { employee: enter })).toContain('employee: an area enters it, and it does not post')
})
