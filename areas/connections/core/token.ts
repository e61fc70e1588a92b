/** Access tokens: one refresh at a time over all processes, renewed before they end. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import type { Context } from '#platform/server/area.ts'
import { openSecret, sealedText, Secret } from '#platform/server/records.ts'
import { OutgoingError } from '#platform/server/outgoing.ts'
import { connectionToken } from '../tables.ts'
import { answerOf, StrangeAnswer } from './answer.ts'
import { verdictOf, verdictOfFault, type Verdict } from './classify.ts'
import { noteClock, timeThere } from './clock.ts'
import type { Connection } from './connection.ts'
import type { Platform } from './platform.ts'
import { sendTo } from './send.ts'

/** a token is used until this share of its life */
const usedShare = 0.8

export type Token = { readonly token: Secret } | { readonly verdict: Exclude<Verdict, { is: 'done' }> }

/** others wait so long for who asks, and ask themselves then: he died, or his answer comes too late for anybody */
const leaseMs = 90_000
const lookEveryMs = 50

type Turn = Token | { readonly lease: string } | null

/**
 * `stale`: the kept one that was refused. One asks at a time, over all processes: he holds the row by a lease, and no transaction, while
 * the marketplace answers.
 */
export async function tokenOf(context: Context, connection: Connection, stale: string | null = null): Promise<Token> {
  const { clientSecret, platform } = connection
  if (clientSecret === null) return { verdict: { is: 'app', why: sentence`请先在“开发者应用”中填写客户端密钥` } }
  const asking: Asking = () => platform.tokenRequest({ ...connection, clientSecret }, timeThere(context, connection))
  if (asking() === null) return { verdict: { is: 'reauthorise', why: sentence`请填写刷新令牌` } }
  for (const until = performance.now() + leaseMs; performance.now() < until; await pause(lookEveryMs)) {
    const turn = await turnOf(context, connection, stale)
    if (turn === null) continue
    if (!('lease' in turn)) return turn
    const asked = await asksFor(context, connection, asking)
    await keep(context, connection, turn.lease, 'verdict' in asked ? null : asked)
    return asked
  }
  return { verdict: { is: 'again', why: sentence`无法连接平台，请检查服务器网络或代理` } }
}

/** The kept token; the lease, where it is one's turn to ask; null: somebody else is asking. */
const turnOf = (context: Context, { id, orgId }: Connection, stale: string | null): Promise<Turn> =>
  context.write(async (tx, inside) => {
    const now = inside.now()
    await tx
      .insertInto('connection_token')
      .values({ org_id: orgId, connection_id: id, ends_at: now.toISOString() })
      .onConflict(conflict => conflict.columns(['org_id', 'connection_id']).doNothing())
      .execute()
    const kept = await tx.selectFrom('connection_token').selectAll().where('connection_id', '=', id).forUpdate().executeTakeFirstOrThrow()
    if (kept.value !== null && kept.value !== stale && instantMs(kept.ends_at) > now.getTime())
      return { token: openSecret(inside, connectionToken, 'value', kept.value) }
    const left = kept.leased_until === null ? 0 : instantMs(kept.leased_until) - now.getTime()
    // longer than a lease is: our clock was put back
    if (left > 0 && left <= leaseMs) return null
    const lease = randomUUID()
    await tx
      .updateTable('connection_token')
      .set({ lease, leased_until: new Date(now.getTime() + leaseMs).toISOString() })
      .where('connection_id', '=', id)
      .execute()
    return { lease }
  })

interface Fresh {
  readonly token: Secret
  readonly endsAt: string
}
type Asking = () => ReturnType<Platform['tokenRequest']>
type Asked = Fresh | Extract<Token, { readonly verdict: unknown }>

async function asksFor(context: Context, connection: Connection, asking: Asking, isLast = false): Promise<Asked> {
  const asked = asking()
  if (asked === null) throw new Error('a key that was there lacks')
  try {
    const { status, headers, body } = await sendTo(context, connection, asked.host, asked.request)
    const isOff = await noteClock(context, connection, headers['date'])
    const verdict = verdictOf(status, headers, body.toString('utf8'), '', connection.platform.codes)
    // refused without a code of its own: the consent is what ended
    if (verdict.is === 'refresh' || verdict.is === 'role') return { verdict: { is: 'reauthorise', why: sentence`授权已失效，请重新授权` } }
    // a signature by the wrong time: once more by the time there
    if (verdict.is === 'app' && isOff && !isLast) return await asksFor(context, connection, asking, true)
    if (verdict.is !== 'done') return { verdict }
    const { access_token: token, expires_in: seconds } = answerOf<{ access_token: string; expires_in: number }>({ body })
    return { token: new Secret(token), endsAt: new Date(context.now().getTime() + seconds * 1_000 * usedShare).toISOString() }
  } catch (error) {
    if (error instanceof OutgoingError) return { verdict: verdictOfFault(error.fault) as Exclude<Verdict, { is: 'done' }> }
    if (error instanceof StrangeAnswer) return { verdict: { is: 'again', why: sentence`平台返回的数据不完整` } }
    throw error
  }
}

/** The lease ends. A token is kept by who still holds it: with another key the row is gone, and so is what the old one brought. */
const keep = (context: Context, { id }: Connection, lease: string, fresh: Fresh | null): Promise<void> =>
  context.write(async (tx, inside) => {
    const free = { lease: null, leased_until: null }
    await tx
      .updateTable('connection_token')
      .set(
        fresh === null ? free : { ...free, value: sealedText(inside, connectionToken, 'value', fresh.token.use()), ends_at: fresh.endsAt },
      )
      .where('connection_id', '=', id)
      .where('lease', '=', lease)
      .execute()
  })
