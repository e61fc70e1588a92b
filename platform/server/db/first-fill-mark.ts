/**
 * Tells a company from one whose making was cut. From before its first row until it is whole the database bears a mark, the comment of the
 * ledger of migrations, and the process that makes it holds a lock. A mark without lock is a company that was cut: the next start empties
 * the database and begins anew, unless people have written into it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Title } from '#platform/declare/title.ts'
import { SteadyClient } from './connection-lost.ts'
import { aside, fileKeys, makeRoom } from './make-room.ts'
import { schemaLock } from './migrate.ts'
import { connectionSettings } from './pools.ts'
import { isProcessGone, ProcessLock } from './process-lock.ts'

const work = 'first fill'
const mark = 'the first company is being made'
/** whoever has lost the connection of his lock has it again by then */
const goneMsMin = 2_000

async function withClient<T>(ownerUrl: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new SteadyClient(connectionSettings(ownerUrl, work))
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}

export interface FirstFillMark {
  /** the company is whole */
  whole(): Promise<void>
  /** of a process that ends; as long as it runs nobody else takes the company for one that was cut */
  end(): Promise<void>
}

/** Before the first row of a company is written. */
export async function beginFirstFill(ownerUrl: string, log: Logger): Promise<FirstFillMark> {
  const lock = await ProcessLock.open(ownerUrl, log)
  const comment = (text: string): Promise<unknown> =>
    withClient(ownerUrl, client => client.query(`comment on table schema_migration is ${text}`))
  await lock.hold(work)
  await comment(`'${mark}'`)
  return {
    async whole() {
      await comment('null')
      await lock.end()
    },
    end: () => lock.end(),
  }
}

/** Nothing that people have written goes by itself. */
export const keptHalf: Title = [
  '上次建立时中断，其间已有人写入，因此保留原样。要清空后重新建立，请用 DEMO=anew npm start 启动',
  'Making it was interrupted. People had written into it, so it was kept. DEMO=anew npm start empties it and begins anew',
]

/** How a company whose making was cut is met: there is none, it is gone and may be made anew, people have written into it and it stays. */
export type CutFill = 'none' | 'emptied' | 'kept'

export interface CutFillAsk {
  /** takes away a stored file */
  readonly deleteFile: (key: string) => Promise<unknown>
  /** what people have written into it goes, too */
  readonly evenIfWritten: boolean
}

/** Before migrations run. Cut while it empties, it is asked for again by the next start. */
export const emptyCutFill = (ownerUrl: string, ask: CutFillAsk): Promise<CutFill> =>
  withClient(ownerUrl, async client => {
    await client.query(schemaLock)
    if (!(await isCut(client))) return 'none'
    if (!ask.evenIfWritten && (await isWrittenInto(client))) return 'kept'
    await client.query('begin')
    for (const key of await fileKeys(client)) await ask.deleteFile(key)
    await client.query(`drop schema if exists ${aside} cascade`)
    await makeRoom(client)
    await client.query(`drop schema if exists ${aside} cascade`)
    await client.query('drop schema if exists graphile_worker cascade')
    await client.query('commit')
    return 'emptied'
  })

async function isCut(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select obj_description(to_regclass('public.schema_migration'), 'pg_class') as mark`,
  )
  if (rows[0]?.mark !== mark || !(await isProcessGone(client, work))) return false
  await pause(goneMsMin)
  return isProcessGone(client, work)
}

/**
 * What the demo company is made of has no address in the trail; a file that a person sends is imported by a job, which has none either, but
 * his call had a key. Signing in is no work.
 */
async function isWrittenInto(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from audit_entry where address is not null and via not like '%/auth/%'
    union all select 1 from idempotency where path ilike '%import%' limit 1`,
  )
  return (rowCount ?? 0) > 0
}
