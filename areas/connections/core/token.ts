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

/** `stored`: as it is kept */
export type Token = { readonly token: Secret; readonly stored: string } | { readonly verdict: Exclude<Verdict, { is: 'done' }> }

/** others wait so long for who asks, and ask themselves then: he died, or his answer comes too late for anybody */
const leaseMs = 90_000
const lookEveryMs = 50

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
    const kept = await keptOf(context, connection, stale)
    if (kept !== null) return kept
    const lease = await leaseOf(context, connection, stale)
    if (lease === null) continue
    const asked = await asksFor(context, connection, asking)
    await keep(context, connection, lease, 'verdict' in asked ? null : asked)
    return asked
  }
  return { verdict: { is: 'again', why: sentence`无法连接平台，请检查服务器网络或代理` } }
}

/** Read without a transaction: it would take longer than the call. */
async function keptOf(context: Context, { id }: Connection, stale: string | null): Promise<Token | null> {
  const kept = await context.db
    .selectFrom('connection_token')
    .select(['value as stored', 'ends_at'])
    .where('connection_id', '=', id)
    .executeTakeFirst()
  if (kept == null || kept.stored === null || kept.stored === stale || instantMs(kept.ends_at) <= context.now().getTime()) return null
  return { token: openSecret(context, connectionToken, 'value', kept.stored), stored: kept.stored }
}

/** Whose turn it is to ask; null: somebody else is asking, or has just got one. */
const leaseOf = (context: Context, { id, orgId }: Connection, stale: string | null): Promise<string | null> =>
  context.write(async (tx, inside) => {
    const now = inside.now()
    const [at, end] = [now.toISOString(), new Date(now.getTime() + leaseMs).toISOString()]
    const turn = { lease: randomUUID(), leased_until: end }
    const taken = await tx
      .insertInto('connection_token')
      .values({ org_id: orgId, connection_id: id, ends_at: at, ...turn })
      .onConflict(conflict =>
        conflict
          .columns(['org_id', 'connection_id'])
          .doUpdateSet(turn)
          // a lease that is longer than leases are: our clock was put back
          .where(({ eb, or, and }) => {
            const of = (column: 'value' | 'ends_at' | 'leased_until') => eb.ref(`connection_token.${column}`)
            return and([
              or([eb(of('leased_until'), 'is', null), eb(of('leased_until'), '<=', at), eb(of('leased_until'), '>', end)]),
              or([eb(of('value'), 'is', null), eb(of('value'), '=', stale ?? ''), eb(of('ends_at'), '<=', at)]),
            ])
          }),
      )
      .returning('lease')
      .executeTakeFirst()
    return taken?.lease ?? null
  })

type Fresh = Extract<Token, { readonly token: unknown }> & { readonly endsAt: string }
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
    const stored = sealedText(context, connectionToken, 'value', token)
    return { token: new Secret(token), stored, endsAt: new Date(context.now().getTime() + seconds * 1_000 * usedShare).toISOString() }
  } catch (error) {
    if (error instanceof OutgoingError) return { verdict: verdictOfFault(error.fault) as Exclude<Verdict, { is: 'done' }> }
    if (error instanceof StrangeAnswer) return { verdict: { is: 'again', why: sentence`平台返回的数据不完整` } }
    throw error
  }
}

/** The lease ends. A token is kept by who still holds it: with another key the row is gone, and so is what the old one brought. */
const keep = (context: Context, { id }: Connection, lease: string, fresh: Fresh | null): Promise<void> =>
  context.write(async tx => {
    await tx
      .updateTable('connection_token')
      .set({ lease: null, leased_until: null, ...(fresh === null ? {} : { value: fresh.stored, ends_at: fresh.endsAt }) })
      .where('connection_id', '=', id)
      .where('lease', '=', lease)
      .execute()
  })
