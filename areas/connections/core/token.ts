/** Access tokens of Amazon (LWA): one refresh at a time over all processes, renewed before they end. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import type { Context } from '#platform/server/area.ts'
import { openSecret, sealedText, Secret } from '#platform/server/records.ts'
import { OutgoingError } from '#platform/server/outgoing.ts'
import { tokenHost } from '../amazon/index.ts'
import { connectionToken } from '../tables.ts'
import { answerOf } from './answer.ts'
import { verdictOf, verdictOfFault, type Verdict } from './classify.ts'
import type { Connection } from './connection.ts'
import { sendTo } from './send.ts'

/** a token is used until this share of its life */
const usedShare = 0.8

export type Token = { readonly token: Secret } | { readonly verdict: Exclude<Verdict, { is: 'done' }> }

/** `isStale`: the one that is kept was refused. */
export const tokenOf = (context: Context, connection: Connection, isStale: string | null = null): Promise<Token> =>
  context.write(async (tx, inside) => {
    await sql`select pg_advisory_xact_lock(hashtext('connection token'), hashtext(${connection.id}))`.execute(tx)
    const kept = await tx.selectFrom('connection_token').selectAll().where('connection_id', '=', connection.id).executeTakeFirst()
    if (kept?.value != null && kept.value !== isStale && instantMs(kept.ends_at) > inside.now().getTime())
      return { token: openSecret(inside, connectionToken, 'value', kept.value) }
    const { clientSecret, refreshToken } = connection
    if (clientSecret === null) return { verdict: { is: 'app', why: sentence`请先在“开发者应用”中填写客户端密钥` } }
    if (refreshToken === null) return { verdict: { is: 'reauthorise', why: sentence`请填写刷新令牌` } }
    const asked = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken.use(),
      client_id: connection.clientId,
      client_secret: clientSecret.use(),
    })
    try {
      const { status, headers, body } = await sendTo(inside, connection, tokenHost, {
        method: 'POST',
        path: '/auth/o2/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: asked.toString(),
      })
      const text = body.toString('utf8')
      const verdict = verdictOf(status, headers, text, '')
      if (verdict.is !== 'done')
        // refused without a code of its own: the consent is what ended
        return {
          verdict:
            verdict.is === 'refresh' || verdict.is === 'role' ? { is: 'reauthorise', why: sentence`授权已失效，请重新授权` } : verdict,
        }
      const { access_token: token, expires_in: seconds } = answerOf<{ access_token: string; expires_in: number }>({ body })
      const endsAt = new Date(inside.now().getTime() + seconds * 1_000 * usedShare).toISOString()
      const value = sealedText(inside, connectionToken, 'value', token)
      await tx
        .insertInto('connection_token')
        .values({ org_id: connection.orgId, connection_id: connection.id, value, ends_at: endsAt })
        .onConflict(conflict => conflict.columns(['org_id', 'connection_id']).doUpdateSet({ value, ends_at: endsAt }))
        .execute()
      return { token: new Secret(token) }
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      return { verdict: verdictOfFault(error.fault) as Exclude<Verdict, { is: 'done' }> }
    }
  })
