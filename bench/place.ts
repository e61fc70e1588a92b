/**
 * Where the bench takes place: an embedded PostgreSQL with the settings of production (fsync on), all migrations, the demo company's people
 * and shops.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { SteadyClient } from '../platform/server/db/connection-lost.ts'
import { pino } from 'pino'
import { createDemoPeople, createRights } from '#areas/admin/index.ts'
import { areas } from '#areas/index.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { connectionSettings } from '#platform/server/db/pools.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { prepareJobs } from '#platform/server/jobs/job-queue.ts'
import { openHouse, type OpenHouse } from '#platform/server/open-house.ts'
import type { Address } from './child.ts'
import { widen, type Width } from './company.ts'
import { secretKey } from '../test/setup/secret-key.ts'

export interface BenchShop {
  readonly id: string
  readonly currency: string
  readonly marketplaceCode: string
  readonly zone: string
  readonly skus: readonly string[]
}

export interface Place {
  readonly house: OpenHouse
  /** the owner's own connection, for filling and for the statements run bare */
  readonly owner: pg.Client
  readonly ownerUrl: string
  readonly address: Address
  readonly orgId: string
  /** Amazon shops of the first organisation */
  readonly shops: readonly BenchShop[]
  /** what the administrator may see: every shop of the organisation */
  context(): Promise<Context>
  /** before a timed write: what was written earlier must not be flushed on its time */
  checkpoint(): Promise<void>
  close(): Promise<void>
}

const migrationsFolder = join(import.meta.dirname, '../db/migrations')
/** month of the newest line; fixed, so that every run measures the same rows */
export const lastMonth = '2026-10'

export function houseAt({ appUrl, dataDir }: Address): OpenHouse {
  return openHouse({
    settings: { host: '127.0.0.1', port: 0, dataDir, production: false, publicUrl: null, appUrl, secretKey },
    areas,
    files: localFileStore(join(dataDir, 'files')),
    log: pino({ level: 'error' }),
    rights: createRights,
  })
}

/** `width` counts where the database is new; one that is there keeps its own. */
export async function openPlace(data: string | null, width: Width | null = null): Promise<Place> {
  const folder = data === null ? mkdtempSync(join(tmpdir(), 'zhanggui-bench-')) : resolve(data)
  const isNew = !existsSync(join(folder, 'pg'))
  const database = await openDatabase({ dataDir: folder, migrationsFolder, log: () => undefined })
  const address: Address = { appUrl: database.appUrl, dataDir: folder }
  const house = houseAt(address)
  await prepareJobs(database.ownerUrl)
  const db = house.unscoped('bench: its own company')
  if (isNew) await createDemoPeople(db, house.registry, { now: house.now(), lastMonth, months: 14, mustChange: false })
  const owner = new SteadyClient(connectionSettings(database.ownerUrl, 'bench'))
  await owner.connect()
  const { orgId, accountId } = await adminOf(owner)
  if (isNew && width !== null) await widen(owner, orgId, width)
  return {
    house,
    owner,
    ownerUrl: database.ownerUrl,
    address,
    orgId,
    shops: await shopsOf(owner, orgId),
    context: async () => contextOf(house, accountId, orgId),
    checkpoint: () => checkpoint(database.ownerUrl),
    close: async () => {
      await owner.end()
      await house.close()
      await database.stop()
      if (data === null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function contextOf(house: OpenHouse, accountId: string, orgId: string): Promise<Context> {
  const caller = await house.rights.callerOf(accountId, orgId)
  if (!caller) throw new Error('the demo company has no administrator')
  return house.asUser(caller, 'zh', 'bench')
}

async function adminOf(owner: pg.Client): Promise<{ orgId: string; accountId: string }> {
  const { rows } = await owner.query<{ orgId: string; accountId: string }>(
    `select m.org_id as "orgId", a.id as "accountId" from account a join account_organisation m on m.account_id = a.id
      where a.username = 'admin' order by m.org_id limit 1`,
  )
  if (!rows[0]) throw new Error('the demo company has no administrator')
  return rows[0]
}

async function shopsOf(owner: pg.Client, orgId: string): Promise<BenchShop[]> {
  const { rows } = await owner.query<BenchShop>(
    `select s.id, s.currency, s.marketplace_code as "marketplaceCode", m.zone, (select array_agg(k.seller_sku order by k.seller_sku)
      from sku_map k where k.shop_id = s.id) as skus
     from shop s join marketplace m on m.code = s.marketplace_code where s.org_id = $1 and m.platform = 1 order by s.id`,
    [orgId],
  )
  return rows
}

/** The organisation's first shop at a marketplace, with SKUs even where none is mapped. */
export async function shopOf({ owner, orgId }: Place, marketplace: string): Promise<BenchShop> {
  const { rows } = await owner.query<BenchShop>(
    `select s.id, s.currency, s.marketplace_code as "marketplaceCode", m.zone,
      coalesce((select array_agg(k.seller_sku order by k.seller_sku) from sku_map k where k.shop_id = s.id),
        array['BENCH-1', 'BENCH-2', 'BENCH-3']) as skus
     from shop s join marketplace m on m.code = s.marketplace_code where s.org_id = $1 and s.marketplace_code = $2 order by s.id limit 1`,
    [orgId, marketplace],
  )
  if (!rows[0]) throw new Error(`the demo company has no shop at ${marketplace}`)
  return rows[0]
}

/** The cluster's superuser shares the owner's password. */
async function checkpoint(ownerUrl: string): Promise<void> {
  const client = new SteadyClient(Object.assign(new URL(ownerUrl), { username: 'postgres' }).href)
  await client.connect()
  await client.query('checkpoint')
  await client.end()
}
