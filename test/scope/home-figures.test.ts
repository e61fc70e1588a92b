/**
 * Each figure of home equals what the page shows that it opens, for each role, over all cards: the page's own reading of the address (as
 * the browser has it) is asked with the person's token. Who may not see a part of a card is shown nothing of it,
 * and without any part no card.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FiguresAnswer, MoversAnswer, QueueAnswer, ShownCard } from '#platform/declare/wire-home.ts'
import type { ListAnswer, ListDefinition, ReportAnswer, ReportDefinition } from '#platform/declare/wire.ts'
import { firstOfMonth, isDate, lastOfMonth } from '#platform/format/dates.ts'
import { filterQuery } from '#platform/web/values/list-query.ts'
import { readState as readList } from '#platform/web/values/list-state.ts'
import { readState as readReport } from '#platform/web/report/report-state.ts'
import { now, openScopeHouse, type ScopeHouse } from './house.ts'

const today = now.toISOString().slice(0, 10)
const roles = ['admin', 'boss', 'finance', 'sales', 'buyer', 'keeper', 'hr', 'it', 'employee'] as const
type Role = (typeof roles)[number]

let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
}, 120_000)
afterAll(() => h.close())

const tokens = new Map<string, Promise<string>>()
async function signIn(username: string): Promise<string> {
  const payload = { username, password: h.demo.password }
  const answer = await h.app.inject({ method: 'POST', url: '/api-2024/auth/user/login', payload })
  return answer.json<{ data: { access_token: string } }>().data.access_token
}
async function call<Data>(who: string, method: 'GET' | 'POST', path: string, input: object = {}): Promise<{ code: number; data: Data }> {
  const token = tokens.get(who) ?? signIn(who)
  tokens.set(who, token)
  const query = new URLSearchParams(input as Record<string, string>).toString()
  const answer = await h.app.inject({
    method,
    url: `${path.startsWith('/api-2024') ? '' : '/api-2024'}${path}${method === 'GET' ? `?${query}` : ''}`,
    headers: { authorization: `Bearer ${await token}`, orgid: h.demo.organisationIds[0] ?? '' },
    ...(method === 'GET' ? {} : { payload: input }),
  })
  return answer.json<{ code: number; data: Data }>()
}
/** The same, whose answer must be good. */
async function good<Data>(...asked: Parameters<typeof call>): Promise<Data> {
  const answer = await call<Data>(...asked)
  expect(answer.code, JSON.stringify([asked, answer])).toBe(0)
  return answer.data
}
const cardsOf = async (who: string): Promise<readonly ShownCard[]> =>
  (await call<{ list: ShownCard[] }>(who, 'GET', '/homeCard/list')).data.list
const read = async <Answer>(who: string, key: string, periodName?: string): Promise<Answer> => {
  const { code, data } = await call<Answer>(who, 'GET', '/homeCard/read', { key, ...(periodName === undefined ? {} : { periodName }) })
  expect(code, `${who} ${key}`).toBe(0)
  return data
}
const definitionOf = async (who: string, type: string): Promise<ListDefinition & { report: ReportDefinition | null }> =>
  (await call<ListDefinition & { report: ReportDefinition | null }>(who, 'POST', '/listField/getByType', { type })).data

/** The page of an address: its component, and what stands behind the question mark. */
function pageOf(url: string): { readonly type: string; readonly search: URLSearchParams } {
  const [path, query = ''] = url.split('?')
  const pages = h.house.registry.modules.flatMap(module => module.groups.flatMap(group => group.pages))
  const page = pages.find(one => one.path === path)
  return { type: page?.component.split('/')[1] ?? '', search: new URLSearchParams(query) }
}

/** What the report page of an address shows in its totals, or in the row that it is narrowed to. */
async function ofReport(who: Role, url: string, measure: string, until?: string): Promise<ReportAnswer['totals'][number] | undefined> {
  const { type, search } = pageOf(url)
  const definition = (await definitionOf(who, type)).report
  if (definition === null) throw new Error(`${type} is no report`)
  const { currency, compare, where, from, to } = readReport(definition, search, today)
  const startDate = until === undefined ? (isDate(from) ? from : firstOfMonth(from)) : firstOfMonth(until.slice(0, 7))
  const endDate = until ?? (isDate(to) ? to : lastOfMonth(to))
  const query = { by: [], where, startDate, endDate, currency, ...(compare === null ? {} : { compare }), measures: [measure] }
  return (await good<ReportAnswer>(who, 'POST', definition.calls.rows.path, query)).totals[0]
}

/** What the list page of an address counts and adds up. */
async function ofList(who: Role, url: string): Promise<ListAnswer> {
  const { type, search } = pageOf(url)
  const definition = await definitionOf(who, type)
  const query = { ...filterQuery(definition, readList(search), {}, today), only: 'totals' }
  const method = definition.calls.list.method === 'GET' ? 'GET' : 'POST'
  return good<ListAnswer>(who, method, definition.calls.list.path, query)
}

test.each(roles)('%s: each figure is the one of the page that it opens', async who => {
  const cards = (await cardsOf(who)).filter(one => one.places !== undefined)
  // others have no figures, which is said here too
  expect(cards.length > 0, 'has figures').toBe(['admin', 'boss', 'finance', 'sales', 'hr'].includes(who))
  for (const card of cards)
    for (const period of card.periods ?? []) {
      const { list, opens } = await read<FiguresAnswer>(who, card.key, period)
      const beside = list.flatMap(one => (opens !== null && one.url?.split('?')[0] === opens.split('?')[0] ? [one.url] : []))
      if (beside.length > 0) expect(beside, `${card.key} ${period}: 查看`).toContain(opens)
      expect(list.length, `${card.key} ${period}`).toBeGreaterThan(0)
      for (const figure of list) {
        const said = `${who} ${card.key} ${period} ${figure.title} ${figure.url ?? ''}`
        if (figure.url === null) throw new Error(`${said} opens nothing`)
        const [list = '', field = ''] = figure.name.split('.')
        if (pageOf(figure.url).type === list) {
          const answer = await ofList(who, figure.url)
          const value = field === 'count' ? String(answer.total) : (answer.totals?.[field] ?? answer.converted?.totals[field] ?? null)
          expect(figure.value, said).toBe(value)
        } else {
          const total = await ofReport(who, figure.url, figure.name)
          const earlier =
            figure.wasOn === undefined
              ? total?.was?.[figure.name]
              : (await ofReport(who, figure.url, figure.name, figure.wasOn))?.values[figure.name]
          expect([figure.value, figure.was ?? null], said).toEqual([
            total?.values[figure.name] ?? null,
            figure.was === undefined ? null : (earlier ?? null),
          ])
        }
      }
    }
})

test('the last seven days are seven complete ones on both sides, of each report those that its files tell', async () => {
  const { list, period, compared } = await read<FiguresAnswer>('sales', 'sales.figures', 'last7')
  const rate = list.find(one => one.name === 'refundRate')
  // files tell of transactions up to the 15th, and today is the 20th
  expect(period).toMatchObject({ from: '2026-03-13', to: '2026-03-19' })
  expect(rate?.url).toContain('from=2026-03-09&to=2026-03-15')
  expect(rate?.compared ?? compared).toMatchObject({ startDate: '2026-03-02', endDate: '2026-03-08', until: '2026-03-15' })
})

test('where shops end on different days, the seven days are held by all whom they hold', async () => {
  const [, other] = h.sellers
  await h.rows("update import_run set last_day = '2026-03-10' where shop_id = $1", [other])
  const { list, compared } = await read<FiguresAnswer>('sales', 'sales.figures', 'last7')
  const rate = list.find(one => one.name === 'refundRate')
  expect(rate?.url).toContain('from=2026-03-04&to=2026-03-10')
  expect(rate?.compared ?? compared).toMatchObject({ startDate: '2026-02-25', endDate: '2026-03-03', until: '2026-03-10', leftOut: [] })
  await h.rows("update import_run set last_day = '2026-03-15' where shop_id = $1", [other])
})

test('what comes in the last seven days is told without what lies ahead', async () => {
  const freshOf = async (): Promise<number> =>
    (await read<FiguresAnswer>('finance', 'finance.figures')).list.find(one => one.name === 'amazonSettlement.count')?.fresh ?? 0
  await h.rows("update amazon_settlement set reconciled = 2, deposit_on = '2026-03-01' where shop_id = any($1)", [h.shopsOf(0)])
  expect(await freshOf()).toBe(0)
  const [one, other] = h.shopsOf(0)
  await h.rows("update amazon_settlement set deposit_on = '2026-03-20' where shop_id = $1", [one])
  await h.rows("update amazon_settlement set deposit_on = '2026-03-21' where shop_id = $1", [other])
  expect(await freshOf()).toBe(1)
})

test('missing files are named in the language of who reads', async () => {
  const titles = async (language: string): Promise<readonly string[]> => {
    const answer = await h.app.inject({
      method: 'GET',
      url: '/api-2024/homeCard/read?key=finance.data',
      headers: {
        authorization: `Bearer ${await tokens.get('finance')}`,
        orgid: h.demo.organisationIds[0] ?? '',
        'accept-language': language,
      },
    })
    return answer.json<{ data: QueueAnswer }>().data.parts.flatMap(part => part.list.map(one => one.title))
  }
  const [chinese, english] = h.house.registry.families.find(one => one.code === 'amazonTransaction')?.kinds[0]?.title ?? []
  await h.rows('update import_run set kind_title = $1', [chinese])
  await cardsOf('finance')
  expect(new Set(await titles('zh-CN'))).toEqual(new Set([chinese]))
  expect(new Set(await titles('en-US'))).toEqual(new Set([english]))
})

test('the aim of the month is that of the person alone, beside what is reached of it', async () => {
  const [employee] = await h.rows<{ id: string }>("select id from employee where email = 'sales@example.com'")
  const org = h.demo.organisationIds[0]
  const aims = async (who: Role) => (await read<FiguresAnswer>(who, 'sales.figures', 'month')).list.flatMap(one => one.aim ?? [])
  expect(await aims('sales')).toEqual([])
  const [group] = await h.rows<{ id: string }>(
    "insert into performance_group (org_id, name, leader_id) values ($1, 'G', $2) returning id",
    [org, employee?.id],
  )
  const [year] = await h.rows<{ id: string }>('insert into performance_year (org_id, year, status) values ($1, 2026, 1) returning id', [
    org,
  ])
  for (const [month, measure, target] of [
    ['2026-03-01', 1, 400],
    ['2026-03-01', 3, 70],
    ['2026-02-01', 1, 900],
  ])
    await h.rows(
      `insert into performance (org_id, year_id, month, group_id, employee_id, measure, target, actual, adjust)
        values ($1, $2, $3, $4, $5, $6, $7, 90, 10)`,
      [org, year?.id, month, group?.id, employee?.id, measure, target],
    )
  expect(await aims('sales')).toEqual([{ value: '100.00', target: '400.00', elapsed: '0.6452' }])
  expect(await aims('boss')).toEqual([])
})

test.each(roles)('%s: what moved most is what the page narrowed to it shows, and a queue counts what its pages count', async who => {
  for (const card of await cardsOf(who)) {
    if (card.component === 'home/movers') {
      const { measure, up, down } = await read<MoversAnswer>(who, card.key)
      for (const row of [...up, ...down]) {
        const total = await ofReport(who, row.url ?? '', measure.name)
        expect([row.value, row.was], `${who} ${card.key} ${row.label}`).toEqual([total?.values[measure.name], total?.was?.[measure.name]])
      }
    }
    if (card.component === 'home/queue') {
      const { parts, total } = await read<QueueAnswer>(who, card.key)
      expect(total).toBe(parts.reduce((n, part) => n + part.count, 0))
      for (const part of parts.filter(one => one.url?.includes('?') === true))
        expect((await ofList(who, part.url ?? '')).total, `${who} ${card.key} ${part.title}`).toBe(part.count)
    }
  }
})

test('each role has its own first card; sales see no bank and no cost', async () => {
  const first = async (who: Role): Promise<string | undefined> => (await cardsOf(who)).find(card => !card.hidden)?.key
  expect(await Promise.all(roles.slice(1).map(first))).toEqual([
    'boss.figures',
    'finance.month',
    'sales.figures',
    'buyer.queue',
    'mine.queue',
    'hr.queue',
    'it.health',
    'mine.queue',
  ])
  const cards = await cardsOf('sales')
  const pages = cards.flatMap(card => card.pin?.url ?? [])
  const figures = await Promise.all(cards.filter(one => one.places !== undefined).map(card => read<FiguresAnswer>('sales', card.key)))
  const opened = [...pages, ...figures.flatMap(({ list }) => list.map(one => one.url ?? ''))]
  expect(opened.filter(url => /\/finance\/(?:bank|vouchers|stock)/.test(url))).toEqual([])
  const names = figures.flatMap(({ list }) => list.map(one => one.name))
  expect(names.filter(name => ['profit', 'margin', 'productCost', 'grossProfit'].includes(name))).toEqual([])
  const boss = (await read<FiguresAnswer>('boss', 'boss.figures')).list.map(one => one.name)
  expect(boss).toEqual(expect.arrayContaining(['profit', 'margin', 'bankMonth.value']))
})

test('a right lost: the figure goes, and with the last of them the card', async () => {
  const revoke = async (permission: string): Promise<void> => {
    await h.rows(
      `delete from role_permission p using role r
        where r.id = p.role_id and r.org_id = $1 and r.name = '财务' and p.permission = any($2)`,
      [h.demo.organisationIds[0], permission.split(' ')],
    )
    await h.rows('update scope_version set version = version + 1')
    // the clock of the house stands still: what is remembered for half a second would stay
    ;(h.house.rights as unknown as { forget(): void }).forget()
  }
  await revoke('finance.bank.match')
  expect((await read<FiguresAnswer>('finance', 'finance.figures')).list.map(one => one.name)).not.toContain('bankOpenLine.count')
  await revoke('finance.bank.position finance.profit finance.receivable finance.amazon.settlement finance.voucher')
  expect((await cardsOf('finance')).map(card => card.key)).not.toContain('finance.figures')
  expect((await call('finance', 'GET', '/homeCard/read', { key: 'finance.figures' })).code).toBe(1004)
  expect((await call('finance', 'GET', '/homeCard/read', { key: 'messages' })).code).toBe(1004)
  expect((await call('finance', 'GET', '/homeCard/read', { key: 'sales.figures', periodName: 'never' })).code).toBe(1002)
})
