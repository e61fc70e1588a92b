/**
 * A consent or an application whose key was changed: what was got by the old one is used no more, and the new one ends as the marketplace
 * rules, unless somebody says on which day.
 */
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { followerOf, setDerived } from '#platform/server/records.ts'
import { marketplaceApp, shopConnection } from '../tables.ts'
import { platforms } from './platforms.ts'

/** null: it has no end that is known */
const endOf = (context: Context, days: number | undefined): string | null => (days === undefined ? null : addDays(todayOf(context), days))

export const followConnections = followerOf(shopConnection, async (context, tx, changes) => {
  const changed = changes.flatMap(({ before, after }) =>
    after !== null && before?.refreshToken !== after.refreshToken ? [{ before, after }] : [],
  )
  if (changed.length === 0) return
  const ids = changed.map(({ after }) => after.id)
  await tx.deleteFrom('connection_token').where('connection_id', 'in', ids).execute()
  const of = await tx
    .selectFrom('shop_connection as c')
    .innerJoin('marketplace_app as a', 'a.id', 'c.app_id')
    .select(['c.id', 'a.platform'])
    .where('c.id', 'in', ids)
    .execute()
  const ends = changed.flatMap(({ before, after: { id, endsOn, refreshToken } }) => {
    const { lasts } = platforms.get(of.find(one => one.id === id)?.platform ?? 0) ?? {}
    const isTold = (endsOn ?? null) !== (before?.endsOn ?? null)
    return isTold || refreshToken === null ? [] : [{ id, endsOn: endOf(context, lasts?.consent) }]
  })
  await setDerived(context, shopConnection, ends)
})

const ofSigning = ['signingKey', 'signingName', 'signingEndsOn'] as const

export const followApps = followerOf(marketplaceApp, async (context, tx, changes) => {
  const changed = changes.flatMap(({ before, after }) => (after === null ? [] : [{ before, after }]))
  const strange = changed.flatMap(({ before, after }) =>
    platforms.get(after.platform)?.lasts?.signing === undefined
      ? ofSigning.filter(field => (after[field] ?? null) !== null && after[field] !== before?.[field])
      : [],
  )
  if (strange.length > 0) throw refuse.invalid(strange.map(field => ({ field, message: sentence`只有 eBay 的应用填写这一项` })))
  const others = changed.filter(({ before, after }) => before?.clientSecret !== after.clientSecret || before?.clientId !== after.clientId)
  if (others.length > 0) {
    const ids = others.map(({ after }) => after.id)
    const of = tx.selectFrom('shop_connection').select('id').where('app_id', 'in', ids)
    await tx.deleteFrom('connection_token').where('connection_id', 'in', of).execute()
  }
  const ends = changed.flatMap(({ before, after }) => {
    const { lasts } = platforms.get(after.platform) ?? {}
    const end = (key: 'clientSecret' | 'signingKey', on: 'secretEndsOn' | 'signingEndsOn', days: number | undefined): string | null => {
      const [told, was] = [after[on] ?? null, before?.[on] ?? null]
      return after[key] === null || after[key] === (before?.[key] ?? null) || told !== was ? told : endOf(context, days)
    }
    const secretEndsOn = end('clientSecret', 'secretEndsOn', lasts?.secret)
    return [{ id: after.id, secretEndsOn, signingEndsOn: end('signingKey', 'signingEndsOn', lasts?.signing) }]
  })
  await setDerived(context, marketplaceApp, ends)
})
