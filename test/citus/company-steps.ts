/** For tests: what people of each area do in the demo company by its calls, with what each call answered. */
import type { Caller } from './company.ts'
import { lasting, type Done } from './steps.ts'

export type Values = Readonly<Record<string, unknown>>
// whatever a call answers, as JSON.parse gives it
export type Data = ReturnType<typeof JSON.parse>
/** who works, and on which day */
export interface At {
  readonly today: string
  /** before the names of what is made, which are there once */
  readonly mark: string
  person(username: string): Promise<Caller>
}
/** what names a record is given in the order in which things were made, which two at once decide */
const named = /(?:^id|Ids?|^ids|^key|^version|^batch|Key|^tookMs|^arrivedAt|^at)$/

function told(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(told)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (named.test(name) ? [] : [[name, told(inner)]])))
}

export class Hands {
  readonly done: Done[] = []
  readonly #at: At
  readonly today: string
  readonly mark: string
  constructor(at: At) {
    this.#at = at
    this.today = at.today
    this.mark = at.mark
  }
  person = (username: string): Promise<Caller> => this.#at.person(username)
  async does(step: string, username: string, path: string, body: Values = {}): Promise<Data> {
    const { code, msg, data } = await (await this.person(username)).post(path, body)
    this.tell(step, { code, msg, data })
    return data ?? {}
  }
  tell(step: string, answer: unknown): void {
    this.done.push({ step, answer: told(lasting(answer)) })
  }
  async rows(username: string, path: string, body: Values = {}): Promise<Data[]> {
    const { data } = await (await this.person(username)).post(path, { pageNum: 1, pageSize: 50, ...body })
    return data?.list ?? []
  }
  /** the lines of a document */
  async lines(type: string, id: string): Promise<Data[]> {
    const { data } = await (await this.person('admin')).post('/listField/lines', { type, id })
    return data?.list ?? []
  }
  async row(type: string, id: string): Promise<Data> {
    return (await (await this.person('admin')).get(`/${type}/query/${id}`)).data ?? {}
  }
  /** a document with its lines, and its steps one after the other */
  async document(type: string, values: Values, added: readonly Values[], steps: readonly string[] = []): Promise<string> {
    const { id = '' } = await this.does(`${type} is made`, 'admin', `/${type}/insert`, {
      businessOn: this.today,
      ...values,
      lines: { added },
    })
    for (const one of steps) await this.does(`${type}: ${one}`, 'admin', `/${type}/${one}`, { id })
    return id
  }
}

export const first = (rows: readonly Data[]): Data => rows[0] ?? {}
const idsOf = (rows: readonly Data[]): Data[] => rows.map(one => ({ id: one?.id, version: one?.version }))
export const byCode = { sortField: 'code', sortWay: 'ASC' }

/** the main warehouse, its bins, and a new product */
export async function place(h: Hands, no: string) {
  const sku = `${h.mark}-${no}`
  const warehouse = first((await h.rows('admin', '/warehouseManage/list', byCode)).filter(one => one.code === 'SZ'))
  const bins = await h.rows('admin', '/goodsLocation/list', { warehouseId: [warehouse.id], kind: [1], ...byCode })
  const { id: productId } = await h.does(`product ${no}`, 'admin', '/productManage/insert', { sku, name: `商品 ${sku}` })
  return { warehouseId: warehouse.id, toId: first(bins).id, productId }
}

/** Whoever picks claims the task of a document, and confirms each line. */
export async function picked(h: Hands, docNo: string): Promise<void> {
  const task = first(await h.rows('admin', '/goodsTask/list', { docNo }))
  const work = await h.does('a task is claimed', 'admin', '/goodsTask/claim', { id: task.id })
  for (const [n, { id, quantity }] of (work.lines ?? []).entries())
    await h.does(`a task’s line ${n}`, 'admin', '/goodsTask/confirm', { lineId: id, quantity, key: `${docNo}-${n}` })
}

async function goods(h: Hands): Promise<void> {
  const { warehouseId, toId, productId } = await place(h, '1')
  await h.document('goodsIn', { warehouseId, kind: 4 }, [{ productId, quantity: '40', unitCost: '5', toId }], ['receive'])
  const out = { warehouseId, kind: 3, dueOn: h.today }
  const id = await h.document('goodsOut', out, [{ productId, quantity: '3' }], ['submit', 'allocate', 'release'])
  await picked(h, (await h.row('goodsOut', id)).no)
  await h.does('goodsOut: ship', 'admin', '/goodsOut/ship', { id })
  const count = await h.document('goodsCount', { warehouseId, kind: 3, productIds: [productId] }, [], ['start'])
  const changed = (await h.lines('goodsCount', count)).map(line => ({ id: line.id, version: line.version, counted1: '37' }))
  await h.does('a count is written', 'keeper', '/goodsCount/update', { id: count, lines: { changed } })
  await h.does('a count is finished', 'keeper', '/goodsCount/finish', { id: count })
  await h.does('stock by bin', 'admin', '/goodsStock/byLocation/list', { productId: [productId] })
}

async function purchases(h: Hands): Promise<void> {
  const { warehouseId, productId } = await place(h, '2')
  const { id: supplierId } = first(
    (await h.rows('admin', '/supplierManage/list', { status: [2], ...byCode })).filter(one => one.billing === 1),
  )
  const of = { supplierId, warehouseId }
  const order = await h.document(
    'purchaseOrder',
    { ...of, promisedOn: '2026-12-10', freight: '50' },
    [{ productId, quantity: '100', price: '11.3' }],
    ['submit'],
  )
  const [line] = await h.lines('purchaseOrder', order)
  const receipt = await h.document('goodsIn', { ...of, kind: 1 }, [{ productId, quantity: '100', orderLineId: line?.id }], ['receive'])
  const [came] = await h.lines('goodsIn', receipt)
  const invoice = await h.document('purchaseInvoice', { supplierId, invoiceNo: `${h.mark}-1`, kind: 1 }, [
    { productId, inLineId: came?.id, quantity: '100', tax: '135.75' },
  ])
  await h.does('an invoice: submit', 'admin', '/purchaseInvoice/submit', { id: invoice })
  const month = { businessOn: h.today, supplierId, month: '2026-11' }
  const { id: statement } = await h.does('a statement', 'admin', '/supplierStatement/insert', month)
  for (const one of ['send', 'confirm']) await h.does(`a statement: ${one}`, 'admin', `/supplierStatement/${one}`, { id: statement })
  const [billed] = await h.lines('purchaseInvoice', invoice)
  const asked = [{ invoiceLineId: billed?.id, amount: '500' }]
  await h.document('paymentRequest', { supplierId, dueOn: h.today }, asked, ['submit'])
  await h.document('purchaseReturn', of, [{ productId, inLineId: came?.id, quantity: '4' }], ['submit', 'allocate', 'release'])
}

async function quality(h: Hands): Promise<void> {
  const [open] = await h.rows('admin', '/inspection/list', { state: [1], sortField: 'no', sortWay: 'ASC' })
  await h.does('an inspection begins', 'admin', '/inspection/start', { id: open?.id })
  const changed = (await h.lines('inspection', open?.id)).map(line => ({
    id: line.id,
    version: line.version,
    value: line.kind === 1 ? line.lower : String(line.goodOptions ?? '').split('、')[0] || '合格',
  }))
  await h.does('an inspection is written', 'admin', '/inspection/update', { id: open?.id, lines: { changed } })
  await h.does('an inspection is finished', 'admin', '/inspection/finish', { id: open?.id })
}

async function people(h: Hands): Promise<void> {
  const [dept] = await h.rows('admin', '/department/list', { sortField: 'name', sortWay: 'ASC' })
  const begun = {
    businessOn: h.today,
    kind: 1,
    personName: `${h.mark} 新人`,
    deptId: dept?.id,
    effectiveOn: h.today,
    probationTo: '2027-02-20',
  }
  const { id: joining } = await h.does('somebody joins', 'hr', '/personnelAction/insert', begun)
  await h.does('joining: submit', 'hr', '/personnelAction/submit', { ids: [{ id: joining }] })
  const person = (await h.rows('admin', '/userManage/list', { sortField: 'no', sortWay: 'DESC' })).find(one => one.status === 1)
  const gone = { businessOn: h.today, kind: 8, employeeId: person?.id, effectiveOn: '2026-12-04' }
  const { id: leaving } = await h.does('somebody leaves', 'hr', '/personnelAction/insert', gone)
  await h.does('leaving: submit', 'hr', '/personnelAction/submit', { ids: [{ id: leaving }] })
}

async function shipping(h: Hands): Promise<void> {
  const { warehouseId, toId, productId } = await place(h, '3')
  const shopId = first(await h.rows('admin', '/skuMap/list')).shopId
  const { id: labelId } = await h.does('a seller SKU', 'admin', '/skuMap/insert', { shopId, sellerSku: `${h.mark}-3-US`, productId })
  const channelId = first(await h.rows('admin', '/channelManage/list', byCode)).id
  const header = { shopId, fromWarehouseId: warehouseId, target: 1, channelId }
  await h.document('goodsIn', { warehouseId, kind: 4 }, [{ productId, quantity: '20', unitCost: '5', toId }], ['receive'])
  const id = await h.document('shippingOrder', header, [{ productId, labelId, quantity: '10' }], ['submit', 'allocate', 'release'])
  await picked(h, (await h.row('shippingOrder', id)).no)
  await h.does('shipping: boxes', 'admin', '/shippingOrder/packSheet', { id, sheet: `1\t50\t40\t30\t12\t${h.mark}-3-US\t10` })
  await h.does('shipping: ship', 'admin', '/shippingOrder/ship', { id })
}

async function money(h: Hands): Promise<void> {
  await h.does('statement lines are matched', 'finance', '/bankReconcile/run', {})
  await h.does('what the bank has', 'finance', '/bankReconcile/overview')
  const matches = await h.rows('finance', '/bankMatch/list')
  await h.does('a match is undone', 'finance', '/bankMatch/undoMatch', { ids: matches.slice(0, 1).map(one => one.id) })
  await h.does('matched again', 'finance', '/bankReconcile/run', {})
  const companyId = first(await h.rows('admin', '/companyManage/list')).id
  for (const month of ['2026-08', '2026-09']) await h.does(`vouchers of ${month}`, 'finance', '/Voucher/generate', { companyId, month })
  const rates = (await h.rows('finance', '/currencyManage/list', { sortField: 'month', sortWay: 'DESC' })).slice(0, 3)
  const { batchId } = await h.does('rates at once', 'finance', '/currencyManage/batchUpdate', {
    ids: idsOf(rates),
    changes: { rate: '7.1' },
  })
  await h.does('rates: undo', 'finance', '/currencyManage/undo', { batchId })
  const { list: months = [] } = await h.does('months', 'finance', '/financeMonth/months', {})
  await h.does('a month is checked', 'finance', '/financeMonth/check', { month: '2026-10' })
  await h.does('a month is closed', 'finance', '/financeMonth/close', { month: '2026-10' })
  const closed = months.find((one: Data) => one.state === 1)
  await h.does('a month is asked open', 'admin', '/financeMonth/reopen', { id: closed?.id, reason: '补录' })
}

async function approvals(h: Hands): Promise<void> {
  for (const username of ['boss', 'finance', 'admin', 'hr']) {
    const who = await h.person(username)
    const { data } = await who.get('/approval/allList?box=1')
    h.tell(`what waits for ${username}`, { total: data?.total, titles: data?.list?.length })
    const [task] = data?.list ?? []
    if (task === undefined) continue
    await h.does(`${username} agrees`, username, '/workflow/confirmProcess', {
      formCode: task.formCode,
      keyValue: task.keyValue,
      currentProcessId: task.processId,
      round: task.round,
      opinion: '同意',
    })
  }
}

async function atOnce(h: Hands): Promise<void> {
  const { id: giftId } = await h.does('a gift', 'admin', '/culturalGift/add', { name: `${h.mark} 礼品`, points: 1, stock: 2 })
  const wish = { giftId, quantity: 1 }
  const buyers = ['employee', 'sales', 'buyer', 'finance', 'it']
  const asked = await Promise.all(
    buyers.map(async username => (await (await h.person(username)).post('/culturalExchangeHistory/toExchange', wish)).code),
  )
  h.tell(
    'five want two gifts at once',
    asked.toSorted((a, b) => a - b),
  )
}

async function office(h: Hands): Promise<void> {
  const [project] = await h.rows('admin', '/Project/list', { sortField: 'name', sortWay: 'ASC' })
  const days = { startOn: '2026-11-23', endOn: '2026-11-30' }
  const { id: taskId } = await h.does('a project’s task', 'admin', '/ProjectTask/insert', {
    projectId: project?.id,
    title: '集群任务',
    estimateHours: '8',
    ...days,
  })
  await h.does('a project’s task goes on', 'admin', '/ProjectTask/update', { id: taskId, version: 1, progress: '33.33' })
  await h.does('a burn-down', 'admin', '/Project/burnDown', { id: project?.id })
  await h.does('help is searched', 'employee', '/HelpArticle/helpCenterSearch', { keyword: '结算' })
  await h.does('help: the first page', 'employee', '/HelpArticle/helpCenterIndexPage', {})
  const [section] = await h.rows('admin', '/bbsSection/list')
  const topic = { sectionId: section?.id, title: '集群', content: '<p>三缺一</p>' }
  const { id: topicId } = await h.does('a topic', 'employee', '/bbsTopic/insert', topic)
  await h.does('a topic is liked', 'sales', '/bbsTopic/like', { id: topicId })
  await h.does('a topic is answered', 'sales', '/bbsTopic/thread/add', { recordId: topicId, content: '算我一个' })
  await h.does('a topic is found', 'employee', '/bbsTopic/list', {
    conditionList: [{ field: 'allText', condition: 'LIKE', value: '三缺一' }],
  })
}

async function boards(h: Hands): Promise<void> {
  const figure = { report: 'amazonProfit', look: 'figure', measures: ['profit'], by: [], period: 'last30', currency: 'CNY' }
  const card = { key: 'c1', title: '利润', width: 3, height: 1, measure: figure }
  const { id } = await h.does('a dashboard', 'boss', '/dashboard/keep', {
    name: `${h.mark}`,
    roleIds: [],
    cards: [card],
    filter: {},
    seconds: null,
  })
  await h.does('a dashboard is gone', 'boss', '/dashboard/delete', { id })
  const period = { startDate: '2026-08-01', endDate: '2026-11-30' }
  const query = { by: ['shop'], ...period, currency: 'shop', measures: ['sales'] }
  await h.does('own SQL of a report', 'admin', '/generateSql/run', { source: 'report:amazonProfit', query })
  const rows = { fields: ['sku', 'name'], conditionList: [{ field: 'sku', condition: 'START', value: 'K' }] }
  await h.does('own SQL of a list', 'admin', '/generateSql/run', { source: 'list:product', query: rows })
  const pivot = { rows: ['shop'], across: ['month'], measures: ['sales', 'profit'], where: {}, currency: 'CNY', ...period }
  await h.does('a pivot', 'boss', '/ownReport/pivot', { report: 'amazonProfit', ...pivot })
  await h.does('a pivot of advertising', 'boss', '/ownReport/pivot', {
    report: 'adStatistics',
    ...pivot,
    rows: ['campaign'],
    measures: ['spend', 'clicks'],
  })
}

async function groups(h: Hands): Promise<void> {
  const staff = await h.rows('admin', '/userManage/list', { sortField: 'no', sortWay: 'ASC' })
  const member = (n: number, share: string) => ({ employeeId: staff[n]?.id, share, validFrom: '2026-01-01', validTo: null })
  const lines = { added: [member(1, '70'), member(2, '30')] }
  const { id } = await h.does('a group of two', 'admin', '/performanceGroup/insert', {
    name: `${h.mark} 组`,
    leaderId: staff[0]?.id,
    lines,
  })
  const [one, two] = await h.lines('performanceGroup', id)
  const other = { changed: [{ id: one?.id, version: one?.version, share: '60' }], removed: idsOf([two]), added: [member(3, '40')] }
  await h.does('one changes, goes and comes', 'admin', '/performanceGroup/update', { id, version: 1, lines: other })
  h.tell('who is in it', await h.lines('performanceGroup', id))
}

export const earlier = [goods, purchases, quality, people, shipping, money, office, boards, groups]
/** what every area left to be decided, and what many want at once */
export const last = [approvals, atOnce]
