/** A provider that is another one now knows nobody here: whoever changed it could name its people as he likes. */
import { followerOf } from '#platform/server/records.ts'
import { signInProvider } from './tables.ts'

export const providerChanged = followerOf(signInProvider, async (_context, tx, changes) => {
  const others = changes.filter(
    ({ before, after }) => before !== null && after !== null && (before.issuer !== after.issuer || before.corpId !== after.corpId),
  )
  if (others.length === 0) return
  const ids = others.map(one => one.id)
  const bare = tx.withoutPlugins()
  await bare.deleteFrom('account_identity').where('provider_id', 'in', ids).execute()
  await bare.deleteFrom('company_try').where('provider_id', 'in', ids).execute()
})
