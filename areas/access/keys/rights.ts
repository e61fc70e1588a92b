/** Rights of whoever asks by a key: the account as it is now, cut to what the key was given. */
import { instantMs } from '#platform/format/instants.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { type Caller, refuse, type Rights, texts, type Db } from '#platform/server/area.ts'
import { hashOfToken, isKeyText } from '#platform/server/rights.ts'
import { keyStates } from '../tables.ts'
import { isWithin } from './make.ts'

interface KeyRow {
  readonly id: string
  readonly org_id: string
  readonly account_id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly shop_ids: readonly string[] | null
  readonly addresses: readonly string[] | null
  readonly per_minute: number
  readonly ends_on: string
  readonly last_used_at: string | null
  readonly last_address: string | null
}
interface Known {
  readonly row: KeyRow
  readonly whole: Caller
  readonly cut: Caller
  readonly checkedAt: number
  /** its use is noted once each time it is read */
  isNoted: boolean
}
interface RightsNeeds {
  readonly unscoped: (reason: string) => Db
  readonly now: () => Date
}

/** as sessions are believed (admin/rights.ts) */
const freshMs = 500
const touchMs = 60_000
const minuteMs = 60_000
const knownMax = 5_000

/** Nothing that the account does not have, and of that what the key names. */
export function cutTo(whole: Caller, { id, name, scopes, shop_ids: shopIds }: Pick<KeyRow, 'id' | 'name' | 'scopes' | 'shop_ids'>): Caller {
  const permissions = new Map<string, Set<number>>()
  for (const scope of scopes) {
    const at = scope.lastIndexOf(' ')
    const [permission, operation] = [scope.slice(0, at), Number(scope.slice(at + 1))]
    if (!whole.systemAdmin && whole.permissions.get(permission)?.has(operation) !== true) continue
    permissions.set(permission, (permissions.get(permission) ?? new Set()).add(operation))
  }
  const kept = shopIds === null ? null : new Set(shopIds)
  const shopsOf = (shops: readonly string[]): readonly string[] => (kept === null ? shops : shops.filter(shop => kept.has(shop)))
  const { opened: _, manager: __, installationAdmin: ___, wider, ...rest } = whole
  return {
    ...rest,
    orgIds: [whole.orgId],
    shops: shopsOf(whole.shops),
    ...(wider === undefined
      ? {}
      : { wider: new Map([...wider].map(([permission, reach]) => [permission, { ...reach, shops: shopsOf(reach.shops) }])) }),
    systemAdmin: false,
    permissions,
    key: { id, name },
  }
}

/** Calls of each key in the minute that runs, in this process. */
class Minutes {
  readonly #of = new Map<string, { readonly begun: number; calls: number }>()
  count({ id, per_minute: max }: KeyRow, nowMs: number): void {
    const now = this.#of.get(id)
    if (now === undefined || nowMs - now.begun >= minuteMs) {
      this.#of.set(id, { begun: nowMs, calls: 1 })
      return
    }
    now.calls += 1
    if (now.calls > max) throw refuse.tooMany(texts.tooMany, Math.ceil((now.begun + minuteMs - nowMs) / 1_000))
  }
}

/** Live keys with their accounts, each believed for half a second. */
class KnownKeys {
  readonly #known = new Map<string, Known>()
  readonly #db: Db
  readonly #rights: Rights
  constructor(db: Db, rights: Rights) {
    this.#db = db
    this.#rights = rights
  }
  async find(hash: string, nowMs: number): Promise<Known | null> {
    const recent = this.#known.get(hash)
    const isRecent = recent !== undefined && Math.abs(nowMs - recent.checkedAt) < freshMs
    const found = isRecent ? recent : await this.#read(hash, nowMs)
    if (found === null || found.row.ends_on < dayInZone(nowMs, found.whole.zone)) {
      this.#known.delete(hash)
      return null
    }
    return found
  }
  forget(): void {
    this.#known.clear()
  }
  async #read(hash: string, nowMs: number): Promise<Known | null> {
    const row = await this.#db
      .selectFrom('api_key')
      .select(['id', 'org_id', 'account_id', 'name', 'scopes', 'shop_ids', 'addresses', 'per_minute', 'ends_on'])
      .select(['last_used_at', 'last_address'])
      .where('hash', '=', hash)
      .where('state', '=', keyStates.live[0])
      .executeTakeFirst()
    const whole = row === undefined ? null : await this.#rights.callerOf(row.account_id, row.org_id)
    if (row === undefined || whole === null) return null
    const before = this.#known.get(hash)
    // the same object again: what is made for a caller lasts as long as his grants
    const cut = before !== undefined && before.whole === whole && before.row.name === row.name ? before.cut : cutTo(whole, row)
    if (this.#known.size >= knownMax) this.#known.clear()
    const made = { row, whole, cut, checkedAt: nowMs, isNoted: false }
    this.#known.set(hash, made)
    return made
  }
  /** once a minute, and when it comes from elsewhere */
  async touch(known: Known, address: string | null, nowMs: number): Promise<void> {
    const { id, last_used_at: usedAt, last_address: from } = known.row
    if (known.isNoted) return
    known.isNoted = true
    if (usedAt !== null && nowMs - instantMs(usedAt) < touchMs && from === address) return
    const used = { last_used_at: new Date(nowMs).toISOString(), last_address: address }
    await this.#db.updateTable('api_key').set(used).where('id', '=', id).execute()
  }
}

/** The rights of people, and of programs by their keys. */
export const withKeys =
  (rightsOf: (needs: RightsNeeds) => Rights & { forget(): void }) =>
  (needs: RightsNeeds): Rights & { forget(): void } => {
    const rights = rightsOf(needs)
    const keys = new KnownKeys(needs.unscoped('keys of programs: whose they are, and when they were used'), rights)
    const minutes = new Minutes()
    return {
      ...rights,
      async callerOfToken(token, orgId, address) {
        if (!isKeyText(token)) return rights.callerOfToken(token, orgId, address)
        const nowMs = needs.now().getTime()
        const found = await keys.find(hashOfToken(token), nowMs)
        if (found === null) return null
        const { row, cut } = found
        if (orgId !== null && orgId !== row.org_id) throw refuse.forbidden(sentence`不属于该组织，请切换到自己的组织`)
        if (row.addresses !== null && (address === undefined || !isWithin(row.addresses, address)))
          throw refuse.forbidden(sentence`这个网络地址不在密钥允许的范围内`)
        await keys.touch(found, address ?? null, nowMs)
        minutes.count(row, nowMs)
        return cut
      },
      forget() {
        keys.forget()
        rights.forget()
      },
    }
  }
