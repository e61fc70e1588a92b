/** Keys that end within a week: told once to whoever put them to use, before programs are shut out. */
import { givenAccounts, holdersOf, notice } from '#platform/declare/notice.ts'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { timed } from '#platform/server/jobs.ts'
import { notify } from '#platform/server/notices.ts'
import { keyStates } from '../tables.ts'

const daysBefore = 7
const words = {
  kind: 'system',
  title: ['接口密钥“{name}”将于 {day} 到期，请提前更换', 'The API key “{name}” ends on {day}: put another in its place before'],
} as const

const ownEnds = notice('access.ownKeyEnds', ['自己的接口密钥即将到期', 'An API key of your own ends soon'], {
  ...words,
  to: [givenAccounts],
})
const technicalEnds = notice('access.technicalKeyEnds', ['技术账号的密钥即将到期', 'An API key of a technical account ends soon'], {
  ...words,
  to: [holdersOf('apiKey', operations.edit)],
})
export const keyNotices = [ownEnds, technicalEnds]

export const keysEnd = timed('access.keysEnd', ['提醒即将到期的接口密钥', 'Reminder of API keys that end soon'], {
  at: '09:00',
  work: async (inside, tx) => {
    const today = dayInZone(inside.now().getTime(), inside.caller.zone)
    const keys = await tx
      .selectFrom('api_key')
      .select(['id', 'name', 'ends_on as day', 'account_id as accountId', 'technical_id as technicalId'])
      .where('state', '=', keyStates.live[0])
      .where('ends_on', '>=', today)
      .where('ends_on', '<=', addDays(today, daysBefore))
      .orderBy('id')
      .execute()
    let told = 0
    for (const { id, name, day, accountId, technicalId } of keys) {
      const said = { values: { name, day }, once: `${id} ${day}` }
      const people = await (technicalId === null
        ? notify(inside, tx, ownEnds, { ...said, accounts: [accountId], target: { page: '/account/settings/info/3' } })
        : notify(inside, tx, technicalEnds, { ...said, target: { list: 'apiKey', id } }))
      if (people > 0) told += 1
    }
    return told === 0 ? undefined : sentence`提醒 ${told} 条`
  },
})
