/**
 * Files that were imported before their reader told all that it tells now are read again from the store, one after the other in the
 * background: a migration marks them (`is_due_anew`). The import gets the period that its file names, and its family takes what its lines
 * lack (`anew`); nothing else of the import changes.
 */
import { sql } from 'kysely'
import { ConnectionLost } from '../db/connection-lost.ts'
import { FileMissing } from '../files/store.ts'
import type { LocalCopy } from '../contract/file-store.ts'
import type { FileFamily, ShopFacts } from '../contract/file-family.ts'
import type { House } from '../contract/house.ts'
import { taskStates } from '../db/house-tables.ts'
import { declaredKind, familyOf, ownerColumnOf } from './families.ts'
import { ImportWorker, type Staged, type Surveyed } from './import-worker.ts'
import { lockShop } from './lock-shop.ts'
import { namedPeriod, type Period } from './named-period.ts'
import { daysOfSurvey } from './survey-days.ts'

interface Run {
  readonly id: string
  readonly orgId: string
  readonly shopId: string
  readonly family: string
  readonly fileName: string
  readonly part: number | null
  readonly storageKey: string
}
interface Read {
  readonly shop: ShopFacts
  readonly period: Period | null
  /** null: the family wants nothing of the lines */
  readonly staged: Staged | null
}

const recordsOf = (house: House) => house.unscoped('import: files whose reader tells more than it did are read again')

/** All that are marked; one that can't be read any more stays as it is and is not tried again. */
export async function readAnew(house: House): Promise<void> {
  for (let run = await nextOf(house); run !== null; run = await nextOf(house)) {
    try {
      await again(house, run)
    } catch (error) {
      // the work is begun again with this file
      if (error instanceof ConnectionLost) throw error
      house.log.warn({ err: error, importId: run.id }, 'a file could not be read again')
      await sql`update import_run set is_due_anew = false where id = ${run.id}`.execute(recordsOf(house))
    }
  }
}

async function nextOf(house: House): Promise<Run | null> {
  const { rows } = await sql<Run>`select r.id::text as id, r.org_id::text as "orgId", r.shop_id::text as "shopId", r.family,
      r.file_name as "fileName", r.part, f.storage_key as "storageKey"
    from import_run r join stored_file f on f.id = r.file_id where r.is_due_anew order by r.id limit 1`.execute(recordsOf(house))
  return rows[0] ?? null
}

async function again(house: House, run: Run): Promise<void> {
  const families = house.registry.families.filter((one): one is FileFamily => !one.ownerOf)
  const family = families.find(one => one.code === run.family)
  const copy = await copyOf(house, run)
  if (family === undefined || copy === null) return keep(house, run, family, null)
  const worker = new ImportWorker({
    path: copy.path,
    part: run.part,
    readers: [family.reader],
    taught: {},
    appUrl: house.settings.appUrl,
    importId: run.id,
    calls: house.peoplesCalls.shared,
  })
  const emptied = (): Promise<unknown> =>
    sql`delete from ${sql.table(family.stagingTable)} where shop_id = ${run.shopId} and import_id = ${run.id}`.execute(recordsOf(house))
  try {
    await emptied()
    await keep(house, run, family, await read(house, run, family, worker))
  } catch (error) {
    // a lost connection leaves them to the next run, which begins with this file
    if (!(error instanceof ConnectionLost)) await emptied()
    throw error
  } finally {
    await worker.end()
    await copy.release()
  }
}

async function copyOf(house: House, run: Run): Promise<LocalCopy | null> {
  try {
    return await house.files.localCopy(run.storageKey)
  } catch (error) {
    if (error instanceof FileMissing) return null
    throw error
  }
}

async function read(house: House, run: Run, family: FileFamily, worker: ImportWorker): Promise<Read | null> {
  const surveyed = await worker.survey(() => undefined)
  const { survey, kind } = surveyed
  if (familyOf([family], surveyed) === undefined || !survey.isReadable || survey.refusals.length > 0) return null
  const shop = await shopOf(house, run, family, surveyed)
  const days = daysOfSurvey(survey, shop.zone)
  const named = days === null || survey.documentId !== null ? null : namedPeriod(run.fileName, days)
  const period = survey.period ?? named
  if (family.anew?.kinds.includes(kind.code) !== true) return { shop, period, staged: null }
  const owner = { column: ownerColumnOf(family), id: run.shopId }
  const { zone, currency, marketplaceCode: marketplace } = shop
  const { stagingTable } = family
  const staged = await worker.stage({ order: 'read', owner, zone, currency, marketplace, stagingTable }, () => undefined)
  return { shop, period, staged: staged.refused > 0 ? null : staged }
}

/** The shop is the one of the import, which its file was found to be of. */
const shopOf = (house: House, { orgId, shopId }: Run, family: FileFamily, { survey, kind }: Surveyed): Promise<ShopFacts> =>
  family.shopOf({
    db: recordsOf(house),
    orgId,
    shops: [shopId],
    chosenShopId: shopId,
    survey: { ...survey, format: null },
    kind: declaredKind(family, kind),
  })

/** In one transaction; an import that was taken back meanwhile has nothing that could be told more of. */
async function keep(house: House, run: Run, family: FileFamily | undefined, found: Read | null): Promise<void> {
  await recordsOf(house)
    .transaction()
    .execute(async tx => {
      await sql`select begin_write(${run.orgId})`.execute(tx)
      await sql`set local statement_timeout = 0`.execute(tx)
      await lockShop(tx, run.shopId)
      const { rows } = await sql`select 1 from import_run where id = ${run.id} and state = ${taskStates.done[0]}`.execute(tx)
      const { shop, period = null, staged = null } = found ?? {}
      if (rows.length > 0 && shop !== undefined && staged !== null) {
        const { head, kinds, controlTotals } = staged
        const { orgId, id: importId } = run
        await family?.anew?.take({ house, tx, orgId, importId, owner: shop, shop, head, kinds, controlTotals, now: house.now() })
      }
      if (family !== undefined)
        await sql`delete from ${sql.table(family.stagingTable)} where shop_id = ${run.shopId} and import_id = ${run.id}`.execute(tx)
      await sql`update import_run set is_due_anew = false, period_from = coalesce(period_from, ${period?.from ?? null}::date),
          period_to = coalesce(period_to, ${period?.to ?? null}::date) where id = ${run.id}`.execute(tx)
    })
}
