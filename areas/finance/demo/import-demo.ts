/**
 * Brings the demo company's money in as its people would: product costs, then every file stored and imported by a job, waited for until the
 * figures are computed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { addMonths, monthsFromTo } from '#platform/format/dates.ts'
import { writeAudit } from '#platform/server/records.ts'
import { type Context, type House, type LeftFile, type LeftFiles, defined, type Db } from '#platform/server/area.ts'
import { keepUpload } from '#platform/server/files.ts'
import { filesMax, startImport } from '#platform/server/imports.ts'
import { taskStates } from '#platform/server/database.ts'
import { filesOf, leftFrom, plansOf, settlementIdOf, type DemoFile, type DemoMoneyWish, type SellingShop } from './generate.ts'
import { before, orderFilesOf } from './order-files.ts'
import { costsOf } from './product-costs.ts'
import type { ShopPlan } from './timeline.ts'

export interface DemoImport extends Partial<Omit<DemoMoneyWish, 'today'>> {
  /** progress, a line at a time */
  readonly say?: (line: string) => void
  /** the part of the files that is imported */
  readonly progress?: (share: number) => void
  /** what a shop leaves to its connection, where the company has any */
  readonly leave?: (left: LeftFiles) => void
}
/** the shop that leaves its last two weeks to its connection: of one report, so that they are nowhere else */
const leavingShop = 'amazon.ca'
export interface ImportedDemo {
  readonly files: number
  readonly lines: number
  /** from the first file written to the last figure computed */
  readonly elapsedMs: number
}

/** lines of the company that the first start makes */
export const demoLinesDefault = 50_000
const seedDefault = 1
const monthsDefault = 12
/** who imports: finance clerks do; where an organisation has none, its administrator */
const importers = ['finance', 'admin']
const costRowsMax = 1_000
const askEveryMs = 200
/** nothing at all moved for so long: the jobs don't run */
const stillMsMax = 300_000

/**
 * Makes the files of the company's Amazon shops and imports them through jobs, which must be running. Throws where an import does not end
 * well.
 */
export async function importDemoFiles(
  house: House,
  demo: { readonly shops: readonly SellingShop[] },
  wish: DemoImport = {},
): Promise<ImportedDemo> {
  const say = wish.say ?? ((line: string) => console.log(line))
  const started = performance.now()
  const today = house.now().toISOString().slice(0, 10)
  const months = wish.months ?? monthsDefault
  const contexts = await contextsOf(house, demo)
  for (const [orgId, context] of contexts) {
    const month = today.slice(0, 7)
    await insertCosts(
      context,
      costsOf(
        demo.shops.filter(s => s.orgId === orgId),
        monthsFromTo(addMonths(month, -months), month),
      ),
    )
  }
  const plans = plansOf(demo.shops, { seed: wish.seed ?? seedDefault, lines: wish.lines ?? demoLinesDefault, today, months })
  const watch = new Watch(contexts, say, wish.progress ?? (() => undefined))
  for (const made of plans) {
    const isLeft = wish.leave !== undefined && made.market.code === leavingShop
    const plan: ShopPlan = isLeft ? { ...made, isLeft } : made
    const shop = defined(demo.shops[plan.number], 'a shop')
    const context = defined(contexts.get(shop.orgId), 'an importer')
    const fileIds: string[] = []
    const left: LeftFile[] = []
    for (const files of [filesOf(plan), orderFilesOf(before(plan, months), true), orderFilesOf(plan)])
      for (const file of files)
        if (file.leftSince === undefined) fileIds.push(await store(context, file))
        else left.push({ report: file.kind, since: file.leftSince, text: [...file.content].join('') })
    if (left.length > 0) wish.leave?.({ shop, from: leftFrom(plan), files: left })
    for (let i = 0; i < fileIds.length; i += filesMax) {
      const { importIds } = await startImport(context, { fileIds: fileIds.slice(i, i + filesMax), shopId: shop.id })
      watch.add(shop.orgId, importIds)
    }
  }
  const { files, lines } = await watch.untilImported()
  say('正在计算利润')
  await untilComputed(house, [...contexts.keys()])
  return { files, lines, elapsedMs: performance.now() - started }
}

/** The first seed from this one on whose settlements are not there: other ones of the same numbers would be refused. */
export async function unusedSeed(db: Db, shops: readonly SellingShop[], first: number): Promise<number> {
  for (let seed = first; ; seed += 1) {
    const plans = plansOf(shops, { seed, lines: demoLinesDefault, today: firstDay })
    const ids = plans.map(plan => settlementIdOf(plan, 0))
    const there = await db.selectFrom('amazon_settlement').select('settlement_id').where('settlement_id', 'in', ids).limit(1).execute()
    if (there.length === 0) return seed
  }
}
/** the numbers do not depend on the day */
const firstDay = '2026-01-01'

/** One person's context in each organisation that has shops. */
async function contextsOf(house: House, demo: { readonly shops: readonly SellingShop[] }): Promise<Map<string, Context>> {
  const contexts = new Map<string, Context>()
  for (const orgId of new Set(demo.shops.map(s => s.orgId))) {
    const { db } = await house.asSystem(orgId, 'demo company: who imports its files')
    const accounts = await db
      .selectFrom('account as a')
      .innerJoin('account_organisation as m', 'm.account_id', 'a.id')
      .select(['a.id', 'a.username'])
      .where('a.username', 'in', importers)
      .where('m.org_id', '=', orgId)
      .execute()
    const account = defined(
      importers.map(name => accounts.find(a => a.username === name)).find(a => a !== undefined),
      `an account of organisation ${orgId} that may import`,
    )
    const caller = defined(await house.rights.callerOf(account.id, orgId), `the account ${account.username}`)
    contexts.set(orgId, house.asUser(caller, 'zh', 'demo'))
  }
  return contexts
}

async function insertCosts(context: Context, costs: ReturnType<typeof costsOf>): Promise<void> {
  const { orgId, accountId } = context.caller
  await context.write(async tx => {
    for (let i = 0; i < costs.length; i += costRowsMax) {
      const rows = costs.slice(i, i + costRowsMax).map(c => ({
        org_id: orgId,
        product_id: c.productId,
        month: c.month,
        unit_cost: c.unitCost,
        currency: 'CNY',
        created_by: accountId,
      }))
      await tx
        .insertInto('product_cost')
        .values(rows)
        .onConflict(c => c.columns(['org_id', 'product_id', 'month']).doNothing())
        .execute()
    }
    // as every import: it says how fresh the costs are, and who answers for them
    await writeAudit(context, tx, {
      subject: 'product_cost',
      recordId: null,
      verb: 'import',
      before: null,
      after: { inserted: costs.length },
    })
  })
}

/** One file as an upload leaves it. */
const store = (context: Context, { name, kind, content }: DemoFile): Promise<string> =>
  keepUpload(context, { name, contentType: kind === 'transaction' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8', content })

/** Waits for imports and says how far they are. */
class Watch {
  readonly #contexts: ReadonlyMap<string, Context>
  readonly #say: (line: string) => void
  readonly #share: (done: number) => void
  readonly #importIds = new Map<string, string[]>()

  constructor(contexts: ReadonlyMap<string, Context>, say: (line: string) => void, share: (done: number) => void) {
    this.#contexts = contexts
    this.#say = say
    this.#share = share
  }

  add(orgId: string, importIds: readonly string[]): void {
    this.#importIds.set(orgId, [...(this.#importIds.get(orgId) ?? []), ...importIds])
  }

  async untilImported(): Promise<{ files: number; lines: number }> {
    const files = [...this.#importIds.values()].reduce((sum, ids) => sum + ids.length, 0)
    let saidTenths = -1
    let moved = { at: performance.now(), sum: -1 }
    for (;;) {
      const { done, lines, progress } = await this.#look()
      const tenths = Math.floor((done * 10) / Math.max(1, files))
      if (tenths > saidTenths) this.#say(`正在导入演示数据 ${done}/${files}`)
      saidTenths = Math.max(saidTenths, tenths)
      this.#share(done / Math.max(1, files))
      if (done === files) return { files, lines }
      if (progress !== moved.sum) moved = { at: performance.now(), sum: progress }
      else if (performance.now() - moved.at > stillMsMax) throw new Error(`演示数据的导入停在 ${done}/${files}，任务没有在运行`)
      await pause(askEveryMs)
    }
  }

  async #look(): Promise<{ done: number; lines: number; progress: number }> {
    let [done, lines, progress] = [0, 0, 0]
    for (const [orgId, ids] of this.#importIds) {
      const runs = await defined(this.#contexts.get(orgId), 'an importer')
        .db.selectFrom('import_run')
        .select(['file_name', 'state', 'lines_read', 'message', 'progress'])
        .where('id', 'in', ids)
        .execute()
      for (const run of runs) {
        if (run.state > taskStates.done[0]) throw new Error(`演示数据导入失败：${run.file_name}：${run.message ?? ''}`)
        if (run.state === taskStates.done[0]) done += 1
        lines += run.lines_read
        progress += run.state + Number(run.progress ?? 0)
      }
    }
    return { done, lines, progress }
  }
}

/** The jobs that the imports ordered have recomputed every day of these organisations' shops. */
async function untilComputed(house: House, orgIds: readonly string[]): Promise<void> {
  for (const orgId of orgIds) {
    const { db } = await house.asSystem(orgId, 'demo company: are the figures computed')
    let moved = { at: performance.now(), left: -1 }
    for (;;) {
      const { left } = await db
        .selectFrom('stale_day')
        .select(e => e.fn.countAll<string>().as('left'))
        .executeTakeFirstOrThrow()
      if (Number(left) === 0) break
      if (Number(left) !== moved.left) moved = { at: performance.now(), left: Number(left) }
      else if (performance.now() - moved.at > stillMsMax) throw new Error(`利润计算停住，还有 ${left} 天没有算完`)
      await pause(askEveryMs)
    }
  }
}
