/** New keys, of oneself or of a technical account: what they may is some of what the account may; their text is told once. */
import { BlockList, isIP } from 'node:net'
import { sql } from 'kysely'
import { permissionsOf } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { pairOf } from '#platform/format/levels.ts'
import { dayInZone } from '#platform/format/zones.ts'
import { type Caller, type Context, type FieldError, may, refuse } from '#platform/server/area.ts'
import { changeEach, create, oneRecord } from '#platform/server/records.ts'
import { catalogueOf, modulesOf } from '#areas/admin/index.ts'
import { grantable, hashOfToken, isOpenToKeys, keyPart, newKeyText } from '#platform/server/rights.ts'
import { accountStates, apiKey, keyStates, technicalAccount } from '../tables.ts'

export interface KeyWish {
  readonly name: string
  readonly scopes: readonly string[]
  readonly shopIds?: readonly string[] | null
  readonly addresses?: readonly string[] | null
  readonly perMinute?: number
  readonly endsOn: string
}
export interface NewKey {
  readonly id: string
  /** told once: it is kept nowhere */
  readonly key: string
}

const liveMax = 20
const dayMs = 86_400_000
const daysMax = 366

/** Rights that calls of programs may use, among those of the account; no key of an administrator has more than this. */
function scopesOf({ house }: Context, whose: Caller): Set<string> {
  const opened = new Set(house.registry.routes.filter(isOpenToKeys).flatMap(route => permissionsOf(route.demand)))
  return new Set(
    [...grantable(house.registry)]
      .filter(([permission]) => opened.has(permission))
      .flatMap(([permission, all]) =>
        [...all].filter(operation => may(whose, permission, operation)).map(operation => pairOf(permission, operation)),
      ),
  )
}

/** What a key of this account may be given, in the order of the menu. */
export async function scopeChoices(context: Context, whose: Caller) {
  const his = scopesOf(context, whose)
  return catalogueOf(context.house.registry, await modulesOf(context), context.language).flatMap(module => {
    const permissions = module.permissions.flatMap(one => {
      const operations = one.operations
        .map(({ operation, title }) => ({ scope: pairOf(one.permissionId, operation), title }))
        .filter(({ scope }) => his.has(scope))
      return operations.length === 0 ? [] : [{ permissionId: one.permissionId, title: one.title, operations }]
    })
    return permissions.length === 0 ? [] : [{ title: module.title, permissions }]
  })
}

const widest = { 4: 8, 6: 16, fourInSix: 104 } as const
/** Whether a range of IPv6 holds addresses of IPv4 as IPv6 writes them. */
function holdsFour(address: string, bits: number): boolean {
  const [four, range] = [new BlockList(), new BlockList()]
  four.addSubnet('::ffff:0:0', 96, 'ipv6')
  range.addSubnet(address, bits, 'ipv6')
  return four.check(address, 'ipv6') || range.check('::ffff:0:0', 'ipv6')
}
/** Whether it is no range of addresses, or so wide that a few of them are all there are. */
export function rangeFault(range: string): boolean {
  const [address = '', bits, more] = range.split('/')
  const kind = isIP(address)
  if (kind === 0 || more !== undefined) return true
  if (bits === undefined) return false
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (kind === 4 ? 32 : 128)) return true
  if (kind === 4) return Number(bits) < widest[4]
  return Number(bits) < (holdsFour(address, Number(bits)) ? widest.fourInSix : widest[6])
}
/** Whether an address stands in one of the ranges. */
export function isWithin(ranges: readonly string[], address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', bits] = range.split('/')
    const kind = isIP(net) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(net, kind)
    else list.addSubnet(net, Number(bits), kind)
  }
  return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
}

function faultsOf(context: Context, whose: Caller, wish: KeyWish): FieldError[] {
  const his = scopesOf(context, whose)
  const now = context.now().getTime()
  const shops = new Set(whose.shops)
  const day = (ms: number): string => dayInZone(ms, context.caller.zone)
  return [
    ...(wish.scopes.length === 0 ? [{ field: 'scopes', message: sentence`请选择至少一项权限` }] : []),
    ...(wish.scopes.some(scope => !his.has(scope)) ? [{ field: 'scopes', message: sentence`账号没有其中的权限，请刷新后重选` }] : []),
    ...(wish.shopIds?.some(id => !shops.has(id)) === true
      ? [{ field: 'shopIds', message: sentence`账号看不到其中的店铺，请重新选择` }]
      : []),
    ...(wish.addresses ?? []).filter(rangeFault).map(range => ({
      field: 'addresses',
      message: sentence`${range} 不是网络地址，应如 203.0.113.0/24，也不能宽于 /8（IPv6 为 /16）`,
    })),
    ...(wish.endsOn < day(now) || wish.endsOn > day(now + daysMax * dayMs)
      ? [{ field: 'endsOn', message: sentence`有效期应在今天起的一年之内` }]
      : []),
  ]
}

interface Owner {
  readonly caller: Caller
  readonly technicalId: string | null
}

async function make(context: Context, { caller: whose, technicalId }: Owner, wish: KeyWish): Promise<NewKey> {
  const faults = faultsOf(context, whose, wish)
  if (faults.length > 0) throw refuse.invalid(faults)
  const key = newKeyText()
  const scopes = [...new Set(wish.scopes)].toSorted()
  const shopIds = wish.shopIds?.length ? [...new Set(wish.shopIds)] : null
  const { id } = await context.write(async (tx, inside) => {
    // two keys made at once are counted one after the other
    await sql`select pg_advisory_xact_lock(hashtextextended(${`keys of ${whose.accountId}`}, 0))`.execute(tx)
    const { n } = await tx
      .selectFrom('api_key')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('account_id', '=', whose.accountId)
      .where('state', '=', keyStates.live[0])
      .executeTakeFirstOrThrow()
    if (Number(n) >= liveMax) throw refuse.rule(sentence`一个账号最多 ${liveMax} 个有效密钥，请先撤销不用的`)
    return create(inside, apiKey, {
      name: wish.name.trim(),
      part: keyPart(key),
      technicalId,
      owner: whose.name,
      rights: scopes.length,
      shops: shopIds?.length ?? null,
      addresses: wish.addresses?.length ? [...wish.addresses] : null,
      perMinute: wish.perMinute ?? apiKey.fields.perMinute.options.default,
      endsOn: wish.endsOn,
      accountId: whose.accountId,
      hash: hashOfToken(key),
      scopes,
      shopIds,
    })
  })
  return { id, key }
}

/** The account of a technical account that is in use, as a caller. */
export async function technicalCaller(context: Context, id: unknown): Promise<Caller> {
  if (!context.caller.systemAdmin) throw refuse.forbidden()
  const found = await oneRecord(context, technicalAccount, id)
  const row = await context.db
    .selectFrom('technical_account')
    .select(['account_id', 'status'])
    .where('id', '=', found.id)
    .executeTakeFirst()
  const caller = row?.account_id ? await context.house.rights.callerOf(row.account_id, context.caller.orgId) : null
  if (caller === null || row?.status !== accountStates.open[0]) throw refuse.rule(sentence`技术账号已停用，请先启用`)
  return caller
}

export const makeOwn = (context: Context, wish: KeyWish): Promise<NewKey> =>
  make(context, { caller: context.caller, technicalId: null }, wish)
/** Never of another person: technical accounts alone, by system administrators. */
export const makeTechnical = async (context: Context, technicalId: string, wish: KeyWish): Promise<NewKey> =>
  make(context, { caller: await technicalCaller(context, technicalId), technicalId }, wish)

/** One's own keys, the newest first. */
export const ownKeys = async ({ db, caller }: Context) => ({
  list: await db
    .selectFrom('api_key')
    .select(['id', 'name', 'part', 'scopes', 'shop_ids as shopIds', 'addresses', 'per_minute as perMinute', 'ends_on as endsOn', 'state'])
    .select(['last_used_at as lastUsedAt', 'last_address as lastAddress', 'created_at as createdAt'])
    .where('account_id', '=', caller.accountId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute(),
})

const revoked = { state: keyStates.revoked[0] }
export async function revoke(context: Context, ids: readonly string[]): Promise<unknown> {
  const done = await changeEach(context, apiKey, ids, revoked, { verb: 'revoke' })
  context.house.rights.forget?.()
  return done
}
export async function revokeOwn(context: Context, id: string): Promise<unknown> {
  const own = await context.db
    .selectFrom('api_key')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', context.caller.accountId)
    .executeTakeFirst()
  if (own === undefined) throw refuse.unknown(apiKey.title)
  return revoke(context, [own.id])
}
