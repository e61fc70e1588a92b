/** How the shell looks for a person, kept per device. A preference: no audit entry is written. */
import type { ShellSettings } from '#platform/format/shell-settings.ts'
import type { Context } from '#platform/server/area.ts'
import { jsonText } from '#platform/server/database.ts'

/** Devices whose settings are kept per person; a browser that forgot which one it is comes as a new one. */
const devicesMax = 20

/** Those of this device, else the ones the person saved last; null where none were ever saved. */
export async function userSetting({ db, caller }: Context, device: string): Promise<{ settings: ShellSettings | null }> {
  const saved = await db
    .selectFrom('user_setting')
    .select(['device', 'settings'])
    .where('account_id', '=', caller.accountId)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { settings: (saved.find(one => one.device === device) ?? saved[0])?.settings ?? null }
}

export async function saveUserSetting({ write, caller, now }: Context, device: string, settings: ShellSettings): Promise<null> {
  const row = { settings: jsonText(settings), updated_at: now().toISOString() }
  await write(async tx => {
    const changed = await tx
      .updateTable('user_setting')
      .set(row)
      .where('account_id', '=', caller.accountId)
      .where('device', '=', device)
      .returning('id')
      .execute()
    if (changed.length > 0) return
    await tx
      .insertInto('user_setting')
      .values({ ...row, account_id: caller.accountId, device })
      .onConflict(conflict => conflict.columns(['account_id', 'device']).doUpdateSet(row))
      .execute()
    const kept = await tx
      .selectFrom('user_setting')
      .select('id')
      .where('account_id', '=', caller.accountId)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const old = kept.slice(devicesMax).map(one => one.id)
    if (old.length > 0) await tx.deleteFrom('user_setting').where('id', 'in', old).execute()
  })
  return null
}
