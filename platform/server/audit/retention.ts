/**
 * How long the trail is kept: AUDIT_KEEP_MONTHS. A month past that is dropped whole, by the owner (the program itself may not delete a
 * line), and a block of the chain says so. Hashes of what is gone stay in their blocks.
 */
import { sentence } from '#platform/declare/sentence.ts'
import pg from 'pg'
import { SteadyClient } from '../db/connection-lost.ts'
import { addMonths } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import type { House } from '../contract/house.ts'
import { connectionSettings } from '../db/pools.ts'
import { housekeeping } from '../timed/timed.ts'
import type { InstallationTimed } from '../contract/timed.ts'
import { lockChain, appendBlock, sealTrail } from './seal.ts'

/** Accounts are kept ten years, and who changed them as long. */
const monthsDefault = 120
const monthsMin = 12
const zone = 'Asia/Shanghai'

/** Throws a sentence for the operator. */
export function keptMonths(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return monthsDefault
  const months = Number(text)
  if (Number.isInteger(months) && months >= monthsMin) return months
  throw new Error(`AUDIT_KEEP_MONTHS 应为不小于 ${monthsMin} 的整数（月），现在是 ${text}`)
}

/** Drops the months before `months` ago; answers them as YYYY-MM. */
export async function dropOldMonths(house: House, ownerUrl: string, months: number): Promise<string[]> {
  const db = house.unscoped('the trail of all organisations: months past their time')
  const first = addMonths(dayInZone(house.now().getTime(), zone).slice(0, 7), -months)
  const owner = new SteadyClient(connectionSettings(ownerUrl, 'audit retention'))
  await owner.connect()
  try {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class join pg_inherits on inhrelid = oid where inhparent = 'audit_entry'::regclass order by 1`,
    )
    const dropped: string[] = []
    for (const { name } of rows) {
      const [, year, month] = /^audit_entry_(\d{4})(\d{2})$/.exec(name) ?? []
      if (year === undefined || `${year}-${month}` >= first) continue
      // what is not sealed yet is sealed first, so that the chain has seen all that goes
      await sealTrail(db, house.now())
      await db.transaction().execute(async tx => {
        await lockChain(tx)
        const at = house.now().toISOString()
        await appendBlock(tx, house.now(), [`month:${year}-${month}`], { first: at, last: at })
      })
      await owner.query(`drop table ${pg.escapeIdentifier(name)}`)
      dropped.push(`${year}-${month}`)
    }
    if (dropped.length > 0) house.log.warn({ months: dropped }, 'months of the audit trail past their time were removed')
    return dropped
  } finally {
    await owner.end()
  }
}

export const trailRetention = (ownerUrl: string, months: number): InstallationTimed =>
  housekeeping('audit.retention', ['清除过期的操作记录', 'Removal of months of the audit trail that are past'], {
    at: '02:30',
    async work(house) {
      const dropped = await dropOldMonths(house, ownerUrl, months)
      return dropped.length === 0 ? undefined : sentence`清除 ${dropped.length} 个月`
    },
  })
