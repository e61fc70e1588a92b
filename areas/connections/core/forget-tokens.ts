/** A consent or an application whose key was changed: what was got by the old one is used no more. */
import { followerOf } from '#platform/server/records.ts'
import { marketplaceApp, shopConnection } from '../tables.ts'

export const followConnections = followerOf(shopConnection, async (_context, tx, changes) => {
  const ids = changes.flatMap(({ before, after }) => (after !== null && before?.refreshToken !== after.refreshToken ? [after.id] : []))
  if (ids.length > 0) await tx.deleteFrom('connection_token').where('connection_id', 'in', ids).execute()
})
export const followApps = followerOf(marketplaceApp, async (_context, tx, changes) => {
  const ids = changes.flatMap(({ before, after }) => {
    const isOther = before?.clientSecret !== after?.clientSecret || before?.clientId !== after?.clientId
    return after !== null && isOther ? [after.id] : []
  })
  if (ids.length === 0) return
  const of = tx.selectFrom('shop_connection').select('id').where('app_id', 'in', ids)
  await tx.deleteFrom('connection_token').where('connection_id', 'in', of).execute()
})
