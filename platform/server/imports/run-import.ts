/**
 * One import, as a job. Order: worker thread surveys the file -> the shop it belongs to -> months made -> worker stages the lines (refusals
 * on their own connection) -> any refusal ends it, nothing merged -> one transaction merges, checks the control totals and tells the
 * result. Whatever a killed run left behind (staged rows, refusals) is removed first: a run begins again from the stored file.
 */
import { taskStates } from '../db/house-tables.ts'
import { showExact } from '#platform/format/numbers.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import type { Doubt, KindWords, Refusal, Survey } from '#platform/declare/file-kind.ts'
import { compare, subtract } from '#platform/format/decimal.ts'
import { addDays, firstOfMonth, monthOf, monthsFromTo } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { ConnectionLost } from '../db/connection-lost.ts'
import { endOfTask } from '../calls/disk-full.ts'
import type { House } from '../contract/house.ts'
import { Refusal as CallRefusal } from '../calls/refusal.ts'
import { satisfies } from '../calls/may.ts'
import { ImportRefused, refuseFile } from './import-refused.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import type { AnyFamily, FileFamily, MergeOutcome, OwnedFamily, OwnedMerge, OwnerFacts, ShopFacts } from '../contract/file-family.ts'
import { ImportWorker, type Staged } from './import-worker.ts'
import { namedPeriod } from './named-period.ts'
import { checkYears, daysOfSurvey, type Days } from './survey-days.ts'
import { ImportRecord } from './import-record.ts'
import { claimIdentities } from './claims.ts'
import { declaredKind, familyOf, ownerColumnOf, ownerTableOf, shopTable, taughtOf } from './families.ts'
import { keepFindings } from './findings.ts'
import { joinStatements } from './statement-gaps.ts'
import { lockOwner, lockShop } from './lock-shop.ts'

export class ImportCancelled extends Error {}
const mergeShare = 0.2

export async function runImport(house: House, importId: string, signal: AbortSignal): Promise<void> {
  const record = await ImportRecord.take(house, importId)
  if (!record) return
  const copy = await record.file()
  if (!copy) return
  const families = house.registry.families.filter(f => ownerTableOf(f) === (record.run.owner_table ?? shopTable))
  const context = await record.context()
  const worker = new ImportWorker({
    path: copy.path,
    part: record.run.part,
    readers: families.map(f => f.reader),
    asked: families.filter(f => record.run.takes?.includes(f.code) ?? true).map(f => f.reader),
    taught: context === null ? {} : await taughtOf(context, families, record.run.owner_id),
    appUrl: house.settings.appUrl,
    importId,
    calls: house.peoplesCalls.shared,
  })
  const watch = record.watchCancel(() => worker.stop(new ImportCancelled()))
  const onAbort = (): void => worker.stop(new Error('the server is stopping'))
  signal.addEventListener('abort', onAbort)
  try {
    await record.cleanUp(families)
    if (context === null) throw refuseFile(sentence`发起导入的账号已停用`)
    const read = await readFile(context, families, record, worker)
    if (read.doubts.length > 0 && !record.run.is_accepted) return await record.wait(read.doubts, read.staged.linesRead)
    await record.step(sentence`合并`, 1 - mergeShare)
    const outcome = await merge(house, record, read)
    house.log.info({ importId, merged: outcome.merged, unchanged: outcome.unchanged }, 'an import is merged')
  } catch (error) {
    await conclude(record, error, signal)
  } finally {
    signal.removeEventListener('abort', onAbort)
    watch.stop()
    await worker.end()
    await copy.release()
  }
}

/** What the database refuses of values that a reader let pass: codes of PostgreSQL. */
const faultsOfValues: Readonly<Record<string, Wording>> = {
  '22003': sentence`文件里有过大的数值，请核对数量和金额后再导入`,
  '22021': sentence`文件里有无法保存的字符，请重新下载或另存后再导入`,
  '22P05': sentence`文件里有无法保存的字符，请重新下载或另存后再导入`,
}

/**
 * Refused and cancelled imports end; a defect of ours ends them too, with its request id in the log; a stopping server leaves them to the
 * next one, a lost connection to the next try.
 */
export async function conclude(record: ImportRecord, error: unknown, signal: AbortSignal): Promise<void> {
  // the job runs again, as after a kill: a connection that broke is no fault of the file
  if (error instanceof ConnectionLost) throw error
  await record.dropStaged()
  if (signal.aborted) throw error
  if (error instanceof ImportCancelled || (await record.isCancelRequested()))
    return record.finish('cancelled', { message: sentence`已取消，没有合并任何数据` })
  if (error instanceof ImportRefused) return record.refuse(error.refusals)
  if (error instanceof CallRefusal) return record.refuse([{ line: null, column: null, value: null, reason: error.wording }])
  const fault = ownValue(faultsOfValues, (error as { code?: string } | null)?.code ?? '')
  if (fault !== undefined) return record.refuse([{ line: null, column: null, value: null, reason: fault }])
  record.house.log.error({ err: error, importId: record.run.id }, 'an import failed')
  await record.finish('failed', { message: endOfTask(error, sentence`导入时服务器出错，没有合并任何数据，请重试或联系管理员`).message })
}

interface ReadFile {
  readonly belongs: Belonging
  readonly staged: Staged
  readonly doubts: readonly Doubt[]
}
/** A family with the owner of this file, as its own merge wants it. */
type Belonging = { readonly family: FileFamily; readonly owner: ShopFacts } | { readonly family: OwnedFamily; readonly owner: OwnerFacts }

async function readFile(context: Context, families: readonly AnyFamily[], record: ImportRecord, worker: ImportWorker): Promise<ReadFile> {
  const { house } = context
  await record.step(sentence`识别文件`, 0)
  const surveyed = await worker.survey(rows => record.progress(rows, null, 0, 0.3))
  const family = familyOf(families, surveyed)
  if (!family) throw refuseFile(sentence`认不出这个文件，请确认下载的报表类型`)
  const { survey, kind } = surveyed
  const isSplit = surveyed.parts > 1
  if (isSplit && record.run.part === null) await record.split(surveyed.parts)
  await record.recognised({
    kind: kind.code,
    kind_title: kind.title[0],
    family: family.code,
    document_id: survey.documentId,
    first_day: survey.firstDay,
    last_day: survey.lastDay,
    notes: isSplit ? [...surveyed.notes, sentence`文件里有 ${surveyed.parts} 份流水，这是第 ${record.run.part ?? 1} 份`] : surveyed.notes,
  })
  if (record.run.takes !== null && !record.run.takes.includes(family.code)) throw anotherCall(context, family, kind)
  if (!survey.isReadable || survey.refusals.length > 0) throw new ImportRefused(survey.refusals.length > 0 ? survey.refusals : [unreadable])
  const belongs = await ownerOfFile(context, record, family, { survey: { ...survey, format: null }, kind })
  const { owner } = belongs
  const days = daysOfSurvey(survey, owner.zone)
  // a document (a settlement) has the days of its lines alone, whatever its file is called
  const named = days === null || survey.documentId !== null ? null : namedPeriod(record.run.file_name, days)
  const { from = null, to = null } = survey.period ?? named ?? {}
  const told = days === null ? {} : { first_day: days.first, last_day: days.last, period_from: from, period_to: to }
  await record.recognised({ ...ownerColumns(belongs), ...told })
  // one upload may hold files of both sorts: the month is asked for those that have one
  if (kind.month === 'one') checkMonth(record.run.year_month, days)
  checkYears(days, dayInZone(house.now().getTime(), owner.zone))
  await ensureMonths(house, family, days)
  await record.step(sentence`读取`, 0.3)
  record.stages(family, owner.id)
  const staged = await worker.stage(
    {
      order: 'read',
      owner: { column: ownerColumnOf(family), id: owner.id },
      zone: owner.zone,
      currency: owner.currency,
      marketplace: 'marketplaceCode' in owner ? owner.marketplaceCode : '',
      stagingTable: family.stagingTable,
    },
    rows => record.progress(rows, survey.lineCount, 0.3, 1 - mergeShare),
  )
  await record.lines({ lines_read: staged.linesRead, lines_refused: staged.refused })
  if (staged.refused > 0) throw new ImportRefused([])
  checkStated(family, staged)
  const isFirst = await isFirstOfItsKind(record, family, kind)
  return { belongs, staged, doubts: staged.doubts.filter(doubt => isFirst || doubt.isOfFirst !== true) }
}

/** The call that takes files of this family: the first that the person may use, else the first. */
function anotherCall({ house, caller }: Context, { code }: AnyFamily, { title }: KindWords): ImportRefused {
  const calls = house.registry.routes.filter(({ upload }) => upload?.takes?.families.includes(code) === true)
  const right = calls.find(({ demand }) => satisfies(caller, demand)) ?? calls[0]
  if (right === undefined) return refuseFile(sentence`这里不能导入“${title}”`)
  return refuseFile(sentence`这里不能导入“${title}”，请用“${right.upload?.takes?.title ?? right.summary}”（${right.path}）`)
}

async function ownerOfFile(
  context: Context,
  record: ImportRecord,
  family: AnyFamily,
  file: { readonly survey: Survey<unknown>; readonly kind: KindWords },
): Promise<Belonging> {
  const { caller, house } = context
  if (family.ownerOf) return { family, owner: await family.ownerOf.find({ context, chosenId: record.run.owner_id, ...file }) }
  const db = house.unscoped('import: which shop a file belongs to, among the shops of the person who uploaded it')
  const { orgId, shops } = caller
  return {
    family,
    owner: await family.shopOf({ db, orgId, shops, chosenShopId: record.run.shop_id, ...file, kind: declaredKind(family, file.kind) }),
  }
}

const ownerColumns = ({ family, owner }: Belonging) =>
  family.ownerOf ? { owner_id: owner.id, owner_name: owner.name, keeper_id: owner.keeperId ?? null } : { shop_id: owner.id }

const unreadable: Refusal = { line: null, column: null, value: null, reason: sentence`文件中的数字或日期格式无法确定，请重新下载原始报表` }

/**
 * A control total that the file states must be what its lines add up to; 0 = 0 proves nothing, so an empty file is refused before. Files of
 * shops are refused with it, those of other owners wait for a yes.
 */
function checkStated(family: AnyFamily, staged: Staged): void {
  if (staged.linesRead === 0) throw refuseFile(sentence`文件里没有数据行，请确认报表期间后重新下载`)
  if (family.ownerOf) return
  for (const total of staged.controlTotals) {
    if (total.stated === null || compare(total.stated, total.summed) === 0) continue
    const [stated, summed, difference] = [total.stated, total.summed, subtract(total.summed, total.stated)].map(showExact)
    throw refuseFile(
      sentence`控制总数不符：文件写明 ${total.currency} ${stated ?? ''}，各行合计 ${summed ?? ''}，相差 ${difference ?? ''}。文件可能不完整，请重新下载`,
    )
  }
}

/** A kind that was built without a real file, of which this organisation has taken none yet. */
async function isFirstOfItsKind({ house, run }: ImportRecord, family: AnyFamily, kind: KindWords): Promise<boolean> {
  if (family.ownerOf || family.unseen !== true) return false
  const { rows } = await sql`select 1 from import_run where org_id = ${run.org_id} and kind = ${kind.code} and state = ${taskStates.done[0]}
    limit 1`.execute(house.unscoped('import: whether the organisation has taken a file of this kind'))
  return rows.length === 0
}

/** A month asked for is a promise about the content. */
function checkMonth(yearMonth: string | null, days: Days | null): void {
  if (yearMonth === null || days === null) return
  const month = monthOf(yearMonth)
  if (monthOf(days.first) !== month || monthOf(days.last) !== month)
    throw refuseFile(sentence`文件的日期为 ${days.first} 至 ${days.last}，不全在所选月份 ${month}，请改选月份或更换文件`)
}

/** A day of margin on either side, for days that stand without a clock. In a transaction of its own, so that no reader waits. */
async function ensureMonths(house: House, family: AnyFamily, days: Days | null): Promise<void> {
  if (days === null) return
  const edge = 1
  const from = monthOf(addDays(days.first, -edge))
  const to = monthOf(addDays(days.last, edge))
  const db = house.unscoped('import: partitions of months')
  const followers = house.registry.filesFollowers.get(family.code) ?? []
  for (const table of [...family.monthTables, ...followers.flatMap(one => one.monthTables)])
    for (const month of monthsFromTo(from, to)) await sql`select ensure_month(${table}, ${firstOfMonth(month)})`.execute(db)
}

async function merge(house: House, record: ImportRecord, { belongs, staged, doubts }: ReadFile): Promise<MergeOutcome> {
  const { run } = record
  const { family, owner } = belongs
  return house
    .unscoped('import: the merge of one file, its owner checked against the uploader before')
    .transaction()
    .execute(async tx => {
      await sql`select begin_write(${run.org_id})`.execute(tx)
      // Before the lock: who waits for another import of the owner can be cancelled too. Noted first and asked then: no wish is lost.
      await record.noteBackend(tx)
      if (await record.isCancelRequested(tx)) throw new ImportCancelled()
      // before the lock: another file of this owner may take minutes
      await sql`set local statement_timeout = 0`.execute(tx)
      await (family.ownerOf ? lockOwner(tx, family.ownerOf.table, owner.id) : lockShop(tx, owner.id))
      // A month that is empty and just vacuumed makes the planner loop over the table it fills, for ever.
      await sql`set local enable_nestloop = off`.execute(tx)
      // The pool has statements planned for each call's values; each foreign key of each row would be planned anew too.
      await sql`set local plan_cache_mode = auto`.execute(tx)
      const task = {
        house,
        tx,
        orgId: run.org_id,
        importId: run.id,
        head: staged.head,
        kinds: staged.kinds,
        controlTotals: staged.controlTotals,
        now: house.now(),
      }
      const merged = await mergeAs(belongs, task)
      const followed: Wording[] = []
      for (const follower of house.registry.filesFollowers.get(family.code) ?? [])
        followed.push(...(await follower.follow({ ...task, shopId: owner.id, isRemoval: false })))
      const outcome = { ...merged, notes: [...staged.notes, ...merged.notes, ...followed] }
      assertWhole(staged, outcome)
      await sql`delete from ${sql.table(family.stagingTable)} where ${sql.ref(ownerColumnOf(family))} = ${owner.id}
        and import_id = ${run.id}`.execute(tx)
      await keepFindings(tx, run, owner.name, doubts)
      const edges = family.ownerOf ? await edgesOf(tx, record, belongs, merged) : []
      await record.done(tx, { ...outcome, notes: [...outcome.notes, ...edges] })
      return outcome
    })
    .finally(() => record.forgetBackend())
}

async function edgesOf(tx: Tx, { house, run }: ImportRecord, { owner }: Belonging, { statements = [] }: MergeOutcome) {
  const of = { orgId: run.org_id, table: run.owner_table ?? shopTable, ownerId: owner.id }
  return joinStatements(tx, of, { importId: run.id, statements }, house.now())
}

async function mergeAs(belongs: Belonging, task: Omit<OwnedMerge, 'owner'>): Promise<MergeOutcome> {
  if (belongs.family.ownerOf) return belongs.family.merge({ ...task, owner: belongs.owner })
  const shop = belongs.owner as ShopFacts
  await claimIdentities(task.tx, belongs.family, { orgId: task.orgId, shop, importId: task.importId })
  return belongs.family.merge({ ...task, owner: shop, shop })
}

/** Every line read is merged or was there, and so is every cent. */
function assertWhole(staged: Staged, outcome: MergeOutcome): void {
  if (outcome.merged + outcome.unchanged !== staged.linesRead)
    throw new Error(`read ${staged.linesRead} lines, merged ${outcome.merged}, unchanged ${outcome.unchanged}`)
  for (const total of outcome.controlTotals) {
    const both = subtract(total.summed, total.merged)
    const [summed, merged, unchanged] = [total.summed, total.merged, total.unchanged].map(showExact)
    if (compare(both, total.unchanged) !== 0)
      throw refuseFile(
        sentence`控制总数不符：文件 ${total.currency} ${summed ?? ''}，合并 ${merged ?? ''} 与未变 ${unchanged ?? ''} 之和不等`,
      )
  }
}
