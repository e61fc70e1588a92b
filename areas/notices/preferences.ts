/** What a person wants by mail, and when: everybody's own. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import type { NoticePreferences, NoticeRobot } from '#platform/declare/wire-messages.ts'
import { may, refuse, type Caller, type Context } from '#platform/server/area.ts'
import { mailsReach } from './carry.ts'
import { kindsOf, type Kind } from './kinds.ts'
import { timeFaults, type Times } from './quiet.ts'
import { chats, mailWays } from './tables.ts'

/** Not what is told to holders of a right that he has not. */
const concerns = (caller: Caller, { notice }: Kind): boolean =>
  notice === undefined || notice.to.some(to => to.by !== 'holders' || may(caller, to.permission, to.operation))

export async function preferencesOf({ db, caller, house, language }: Context): Promise<NoticePreferences> {
  const [chosen, setting, employee] = await Promise.all([
    db.selectFrom('notice_preference').select(['code', 'mail']).where('account_id', '=', caller.accountId).execute(),
    db
      .selectFrom('notice_setting')
      .select(['quiet_from', 'quiet_to', 'digest_at', 'language'])
      .where('account_id', '=', caller.accountId)
      .executeTakeFirst(),
    caller.employeeId === null
      ? undefined
      : db.selectFrom('employee').select('email').where('id', '=', caller.employeeId).executeTakeFirst(),
  ])
  const ways = new Map(chosen.map(({ code, mail }) => [code, mail]))
  return {
    mailTo: employee?.email ?? null,
    mailReaches: mailsReach({ house }),
    zone: caller.zone,
    quietFrom: setting?.quiet_from ?? null,
    quietTo: setting?.quiet_to ?? null,
    digestAt: setting?.digest_at ?? '09:00',
    language: setting?.language ?? (language === 'en' ? 2 : 1),
    list: kindsOf(house)
      .filter(kind => concerns(caller, kind))
      .map(({ code, name, kind }) => ({ code, name: name[language === 'en' ? 1 : 0], kind, mail: ways.get(code) ?? mailWays.none[0] })),
  }
}

/** robots named at most */
const robotsMax = 200

/** The robots in use that tell groups of what concerns the asker: the robot list of his session. */
export async function robotsOf({ db, caller, house, language }: Context): Promise<readonly NoticeRobot[]> {
  const rows = await db
    .selectFrom('notice_channel as c')
    .innerJoin('notice_kind as k', join => join.on(sql<boolean>`k.id = any(c.kinds)`))
    .select(['c.id', 'c.name', 'c.kind', sql<string[]>`array_agg(k.code order by k.code)`.as('codes')])
    .where('c.status', '=', 1)
    .groupBy(['c.id', 'c.name', 'c.kind'])
    .orderBy('c.name')
    .limit(robotsMax)
    .execute()
  const at = language === 'en' ? 1 : 0
  const names = new Map(
    kindsOf(house)
      .filter(kind => concerns(caller, kind))
      .map(({ code, name }) => [code, name[at]]),
  )
  const platforms = new Map(Object.values(chats).map(([code, ...title]) => [code, title[at]]))
  return rows
    .map(({ id, name, kind, codes }) => ({
      id,
      name,
      platform: platforms.get(kind) ?? '',
      notices: codes.flatMap(code => names.get(code) ?? []),
    }))
    .filter(({ notices }) => notices.length > 0)
}

export interface PreferencesInput extends Times {
  readonly language: 1 | 2
  readonly mails: readonly { readonly code: string; readonly mail: 0 | 1 | 2 }[]
}

/** Settings, and of the notices those that are named. */
export async function savePreferences(context: Context, { mails, ...setting }: PreferencesInput): Promise<null> {
  const { caller, house } = context
  const faults = timeFaults(setting)
  if (faults.length > 0)
    throw refuse.invalid(faults.map(field => ({ field, message: sentence`请填写正确的时间（HH:mm），开始和结束都要填且不相同` })))
  const known = new Set(kindsOf(house).map(({ code }) => code))
  const unknown = mails.find(({ code }) => !known.has(code))
  if (unknown !== undefined) throw refuse.invalid([{ field: 'mails', message: sentence`未知的通知 ${unknown.code}` }])
  await context.write(async tx => {
    const own = { org_id: caller.orgId, account_id: caller.accountId }
    const row = {
      quiet_from: setting.quietFrom,
      quiet_to: setting.quietTo,
      digest_at: setting.digestAt,
      language: setting.language,
      updated_at: context.now().toISOString(),
    }
    await tx
      .insertInto('notice_setting')
      .values({ ...own, ...row })
      .onConflict(conflict => conflict.columns(['org_id', 'account_id']).doUpdateSet(row))
      .execute()
    const chosen = [...new Map(mails.map(one => [one.code, one.mail]))]
    if (chosen.length === 0) return
    await tx
      .insertInto('notice_preference')
      .values(chosen.map(([code, mail]) => ({ ...own, code, mail })))
      .onConflict(conflict =>
        conflict
          .columns(['org_id', 'account_id', 'code'])
          .doUpdateSet(({ ref }) => ({ mail: ref('excluded.mail'), updated_at: row.updated_at })),
      )
      .execute()
  })
  return null
}
