/** Backups that the product takes by itself, at the times of BACKUP_AT. One over all processes: the job's key keeps it single. */
import { inChinese, sentence, toStored } from '#platform/declare/sentence.ts'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone, instantInZone } from '#platform/format/zones.ts'
import type { JobHandler } from '../contract/area.ts'
import type { House } from '../contract/house.ts'
import { sendMessage } from '../messages/send.ts'
import { backUp } from './back-up.ts'
import { backupName, forgetOldBackups, keptOf } from './folder.ts'

/** BACKUP_AT is read on the clock of the company's home zone. */
const zone = 'Asia/Shanghai'
const task = 'backup.take'
/** A failed backup is tried again this much later, unless the next one is due before. */
const againMs = 30 * 60_000

export interface BackupSchedule {
  /** minutes of the day, ascending */
  readonly at: readonly number[]
  readonly folder: string
  readonly keep: number
}

/** The schedule of BACKUP_AT, BACKUP_DIR and BACKUP_KEEP; null where none is set. Throws a sentence for the operator. */
export function backupSchedule(env: Readonly<Record<string, string | undefined>>): BackupSchedule | null {
  const text = env['BACKUP_AT']?.trim() ?? ''
  if (text === '') return null
  const at = text.split(/[,，]\s*/).map(time => {
    const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time.trim()) ?? []
    if (hours === undefined) throw new Error(`BACKUP_AT 应为每天的时刻，如 03:00 或 03:00,15:00，现在是 ${text}`)
    return Number(hours) * 60 + Number(minutes)
  })
  return { at: [...new Set(at)].sort((a, b) => a - b), folder: resolve(env['BACKUP_DIR'] ?? 'backups'), keep: keptOf(env['BACKUP_KEEP']) }
}

const two = (number: number): string => String(number).padStart(2, '0')

/** The first of the times after `now`. */
export function nextBackup({ at }: Pick<BackupSchedule, 'at'>, now: Date): Date {
  const today = dayInZone(now.getTime(), zone)
  const times = at.map(minutes => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`)
  const instants = [today, addDays(today, 1)].flatMap(day => times.map(time => instantInZone(day, time, zone)))
  return new Date(Math.min(...instants.filter(instant => instant > now.getTime())))
}

const failed = sentence`定时备份失败，稍后自动重试`

/** Who looks after the installation must not have to read the log to learn of it. One that is still unread says it once, however often it fails. */
async function tellAdministrators(house: House, error: unknown): Promise<void> {
  const db = house.unscoped('a failed backup is told to every system administrator, in the organisation he used last')
  for (const { accountId, orgId } of await house.rights.administrators())
    await db.transaction().execute(async tx => {
      await sql`select begin_write(${orgId})`.execute(tx)
      const told = await tx
        .selectFrom('message')
        .select('id')
        .where('account_id', '=', accountId)
        .where('org_id', '=', orgId)
        .where('read_at', 'is', null)
        .where('title', 'in', [toStored(failed), inChinese(failed)])
        .executeTakeFirst()
      if (told === undefined)
        await sendMessage({ house, caller: { orgId } }, tx, [accountId], {
          kind: 'system',
          title: failed,
          detail: error instanceof Error ? error.message : String(error),
        })
    })
}

export interface ScheduledBackups {
  readonly jobs: Readonly<Record<string, JobHandler>>
  begin(house: House): Promise<void>
}

/** The job and its first order. A failure is logged as an error and tried again; it never stops the ones after it. */
export function scheduledBackups(schedule: BackupSchedule, ownerUrl: string): ScheduledBackups {
  const order = (house: House, runAt: Date): Promise<void> =>
    house
      .unscoped('ordering the next backup')
      .transaction()
      .execute(tx => house.jobs.add(tx, task, {}, { key: task, runAt }))
  const take = async (house: House): Promise<boolean> => {
    const now = house.now()
    const path = join(schedule.folder, backupName(now))
    try {
      const done = await backUp({ ownerUrl, files: house.files, path, now })
      forgetOldBackups(schedule.folder, schedule.keep)
      house.log.info({ path, ...done }, 'backup taken')
      return true
    } catch (error) {
      house.log.error({ err: error, path }, 'the scheduled backup failed')
      await tellAdministrators(house, error).catch((reason: unknown) =>
        house.log.error({ err: reason }, 'nobody could be told of a failed backup'),
      )
      return false
    }
  }
  return {
    jobs: {
      [task]: async house => {
        const isDone = await take(house)
        const [now, next] = [house.now(), nextBackup(schedule, house.now())]
        const again = new Date(now.getTime() + againMs)
        await order(house, isDone || next < again ? next : again)
      },
    },
    begin: house => order(house, nextBackup(schedule, house.now())),
  }
}
