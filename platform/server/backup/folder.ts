/** The folder of backups: how they are named, and which are deleted. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const named = /^zhanggui-\d{8}-\d{6}\.tar\.gz$/

export const backupName = (now: Date): string => `zhanggui-${now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}.tar.gz`

/** Leaves the newest `keep` of the folder's backups; what is called otherwise is not ours. */
export function forgetOldBackups(folder: string, keep: number): void {
  const names = readdirSync(folder)
    .filter(name => named.test(name))
    .sort()
  for (const name of names.slice(0, Math.max(0, names.length - keep))) rmSync(join(folder, name))
}

/** BACKUP_KEEP: absent means all. */
export function keptOf(text: string | undefined): number {
  const keep = Number(text ?? Number.POSITIVE_INFINITY)
  if (keep >= 1 && (Number.isInteger(keep) || keep === Number.POSITIVE_INFINITY)) return keep
  throw new Error(`BACKUP_KEEP 应为大于 0 的整数，现在是 ${text}`)
}
