/**
 * Backups that the product takes by itself, at the times of BACKUP_AT: timed work of the installation, on the clock of the company's home.
 */
import { inChinese, sentence, toStored } from '#platform/declare/sentence.ts'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { House } from '../contract/house.ts'
import { sendMessage } from '../messages/send.ts'
import { housekeeping } from '../timed/timed.ts'
import type { InstallationTimed } from '../contract/timed.ts'
import { backUp } from './back-up.ts'
import { backupName, forgetOldBackups, keptOf } from './folder.ts'

const againMinutes = [30, 30, 30]

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

const failed = sentence`定时备份失败，稍后自动重试`

/**
 * Who looks after the installation must not have to read the log to learn of it. One that is still unread says it once, however often it
 * fails.
 */
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

const clockOf = (minutes: number): string => [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0')).join(':')

/** The timed work: a failure is told and tried again; it never stops the ones after it. */
export const scheduledBackups = (schedule: BackupSchedule, ownerUrl: string): InstallationTimed =>
  housekeeping('backup.take', ['备份', 'Backup'], {
    at: schedule.at.map(clockOf),
    again: againMinutes,
    async work(house) {
      const now = house.now()
      const path = join(schedule.folder, backupName(now))
      try {
        const done = await backUp({ ownerUrl, files: house.files, path, now })
        forgetOldBackups(schedule.folder, schedule.keep)
        house.log.info({ path, ...done }, 'backup taken')
      } catch (error) {
        house.log.error({ err: error, path }, 'the scheduled backup failed')
        await tellAdministrators(house, error).catch((reason: unknown) =>
          house.log.error({ err: reason }, 'nobody could be told of a failed backup'),
        )
        throw error
      }
    },
  })
