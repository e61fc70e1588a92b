/**
 * Spreads the tables over the machines of a Citus coordinator, each by its kind (docs/architecture.md, "Growing past one machine"). What
 * is spread already is left alone, so it runs after every migration and can be run again after a failure. A month made later is a part of
 * a spread table and follows by itself.
 */
import pg from 'pg'
import type { Resource } from '#platform/declare/resource.ts'
import { SteadyClient } from './connection-lost.ts'
import { connectionSettings } from './pools.ts'

export type Spreadable = Pick<Resource, 'table' | 'kind'>

export interface SpreadWish {
  /** as they are declared; asked for only where the extension is */
  readonly tables: () => readonly Spreadable[]
  /** shards of each shop table, fixed when the first one is spread; about twice the processors of all machines */
  readonly shards?: number
  readonly log?: ((line: string) => void) | undefined
}
/** Tables that this call has spread, in order. */
export interface Spread {
  readonly reference: readonly string[]
  readonly shop: readonly string[]
}

export const shardsDefault = 8
/** the table whose statement of no rows makes a writing transaction atomic (begin_write) */
const markTable = 'txn_mark'
/** instants without a zone are read and printed in it (sessionOptions of pools.ts), on the machines that hold the shards too */
const zone = 'Asia/Shanghai'

type Kind = Spreadable['kind']

/** Whether the database is a coordinator of several machines. Throws what they lack as a sentence, before the first table is made. */
export async function isReadyCluster(client: pg.ClientBase, role: string, appUrl?: string): Promise<boolean> {
  const { rows } = await client.query<{ version: string }>(`select extversion as version from pg_extension where extname = 'citus'`)
  if (rows.length === 0) return false
  await checkMachines(client)
  await checkVersions(client)
  await checkRole(client, role)
  if (appUrl !== undefined) await checkLogin(appUrl, role)
  return true
}

/** `client`: the owner of the tables, outside of a transaction, in a database that `isReadyCluster`. */
export async function spreadTables(client: pg.ClientBase, wish: SpreadWish): Promise<Spread> {
  await client.query(`set citus.multi_shard_modify_mode = 'sequential'`)
  // the extension carries it to the other machines, where by itself it is refused
  await client.query(`alter database ${pg.escapeIdentifier(await nameOf(client))} set timezone to ${pg.escapeLiteral(zone)}`)
  const known = await spreadAlready(client)
  const tables = wish.tables()
  checkKinds(tables, known)
  const waiting = (kind: Kind): string[] => tables.filter(t => t.kind === kind && !known.has(t.table)).map(t => t.table)
  const reference = inOrder(waiting('reference'), await referencesOf(client))
  const shop = waiting('shop').toSorted()
  if (reference.length + shop.length > 0) wish.log?.(`正在把 ${reference.length} 张参考表、${shop.length} 张店铺表分布到各台机器`)
  await dropTriggers(client, [...reference, ...shop])
  for (const table of reference) await client.query('select create_reference_table($1)', [table])
  await distribute(client, shop, tables.find(t => t.kind === 'shop' && known.has(t.table))?.table, wish.shards ?? shardsDefault)
  await spreadFunctions(client)
  if (!known.has(markTable)) await client.query('select citus_add_local_table_to_metadata($1)', [markTable])
  return { reference, shop }
}

/**
 * What was made before the extension (a filled database) is on the coordinator alone, and a statement on shards that names it is
 * refused.
 */
async function spreadFunctions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
        and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid) order by 1`,
  )
  for (const { name } of rows) await client.query('select create_distributed_function($1)', [name])
}

/** A table that is spread bears no triggers (the lock of closed months): there the writers alone keep what the lock keeps. */
async function dropTriggers(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop from pg_trigger
      where not tgisinternal and tgfoid = 'refuse_closed_month()'::regprocedure and tgrelid = any($1::text[]::regclass[])`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
}

const nameOf = async (client: pg.ClientBase): Promise<string> =>
  (await client.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? ''

/** All shop tables stand in one group, so that what belongs to a shop lies on one machine. `beside`: one that is spread already. */
async function distribute(client: pg.ClientBase, tables: readonly string[], beside: string | undefined, shards: number): Promise<void> {
  let first = beside
  for (const table of tables) {
    if (first === undefined)
      await client.query(`select create_distributed_table($1, 'shop_id', colocate_with => 'none', shard_count => $2)`, [table, shards])
    else await client.query(`select create_distributed_table($1, 'shop_id', colocate_with => $2)`, [table, first])
    first ??= table
    // the rows were copied to the shards; what they were copied from would stay on the coordinator's disk
    await client.query('select truncate_local_data_after_distributing_table($1)', [table])
  }
}

/** By table: how it is spread. */
async function spreadAlready(client: pg.ClientBase): Promise<ReadonlyMap<string, Kind>> {
  const { rows } = await client.query<{ table: string; kind: Kind }>(
    `select c.relname as table, case when p.partmethod <> 'n' then 'shop' when p.repmodel = 't' then 'reference' else 'local' end as kind
      from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where c.relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(r => [r.table, r.kind]))
}

/**
 * A declaration that changed its kind needs a hand: the way back copies all rows. A local table that is referred to is taken over by
 * itself.
 */
function checkKinds(tables: readonly Spreadable[], known: ReadonlyMap<string, Kind>): void {
  const wrong = tables.find(t => known.has(t.table) && known.get(t.table) !== t.kind)
  if (wrong !== undefined)
    throw new Error(
      `表 ${wrong.table} 声明为 ${wrong.kind}，在集群里却是 ${known.get(wrong.table)}。请先执行 select undistribute_table('${wrong.table}')，再重试。`,
    )
}

async function checkMachines(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ holding: number; coordinator: number }>(
    `select count(*) filter (where isactive and shouldhaveshards)::int as holding,
      count(*) filter (where groupid = 0)::int as coordinator from pg_dist_node`,
  )
  if (rows[0]?.coordinator === 0)
    throw new Error('集群还不知道协调机的地址：请由数据库管理员执行 select citus_set_coordinator_host(地址, 端口)')
  if (rows[0]?.holding === 0)
    throw new Error('集群里没有能存放数据的机器：请用 citus_add_node 加入，或用 citus_set_node_property 让协调机也存放')
}

/** Asked first of each machine: one that is down, or of another PostgreSQL, is said before anything is changed. */
async function checkVersions(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ success: boolean; result: string; own: string }>(
    `select success, result, (current_setting('server_version_num')::int / 10000)::text as own
      from run_command_on_all_nodes($1)`,
    [`select current_setting('server_version_num')::int / 10000`],
  )
  const away = rows.find(r => !r.success)
  if (away !== undefined)
    throw new Error(`集群里有机器连不上：${away.result}。请先让它恢复运行，或由数据库管理员把它移出集群，再重试；没有改动。`)
  const other = rows.find(r => r.result.trim() !== r.own)
  if (other !== undefined)
    throw new Error(
      `集群里有机器的 PostgreSQL 是 ${other.result.trim()}，协调机是 ${other.own}。请在每台机器上装同一版本，再重试；没有改动。`,
    )
}

/** Runs a statement on each machine; answers what each said. Throws what the first that failed said. */
async function onAllMachines(client: pg.ClientBase, statement: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ success: boolean; result: string }>('select success, result from run_command_on_all_nodes($1)', [
    statement,
  ])
  const failed = rows.find(r => !r.success)
  if (failed !== undefined) throw new Error(`集群里有机器没有完成 “${statement}”：${failed.result}`)
  return rows.map(r => r.result)
}

/** A role travels to the other machines only when it is made in the database that has the extension. */
async function checkRole(client: pg.ClientBase, role: string): Promise<void> {
  const found = await onAllMachines(client, `select count(*) from pg_roles where rolname = ${pg.escapeLiteral(role)}`)
  if (found.some(n => n.trim() === '0'))
    throw new Error(`集群里有机器没有账号 ${role}。请在这个数据库里删除并重建它，或在那些机器上用同样的密码建立它。`)
}

/** A role that is there and may not sign in would let the product start, and refuse whoever opens a page of a shop. */
async function checkLogin(appUrl: string, role: string): Promise<void> {
  const client = new SteadyClient(connectionSettings(appUrl, 'setup'))
  await client.connect()
  try {
    const { rows } = await client.query<{ success: boolean; result: string }>(
      `select success, result from run_command_on_all_nodes('select 1')`,
    )
    const refused = rows.find(one => !one.success)
    if (refused !== undefined)
      throw new Error(
        `集群里有机器不让账号 ${role} 登录：${refused.result}。请检查那台机器上的账号、密码与 pg_hba.conf，再重试；没有改动。`,
      )
  } finally {
    await client.end()
  }
}

interface Referring {
  readonly from: string
  readonly to: string
}
const referencesOf = async (client: pg.ClientBase): Promise<readonly Referring[]> =>
  (
    await client.query<Referring>(
      `select f.relname as from, t.relname as to from pg_constraint c
      join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
      where c.contype = 'f' and c.conrelid <> c.confrelid and f.relnamespace = 'public'::regnamespace`,
    )
  ).rows

/** What is referred to comes before what refers to it; by name where nothing decides. */
export function inOrder(tables: readonly string[], references: readonly Referring[]): string[] {
  const all = new Set(tables)
  const out = new Set<string>()
  const visit = (table: string, on: ReadonlySet<string>): void => {
    if (out.has(table) || on.has(table)) return
    const targets = references.filter(r => r.from === table && all.has(r.to)).map(r => r.to)
    for (const target of targets.toSorted()) visit(target, new Set([...on, table]))
    out.add(table)
  }
  for (const table of [...all].toSorted()) visit(table, new Set())
  return [...out]
}
