/** Listings that lack a certificate, or whose certificate ends within a month: who sells them today is told, each gap once. */
import { sql } from 'kysely'
import { namedBy, notice } from '#platform/declare/notice.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { homeZone, todayOf } from '#platform/format/zones.ts'
import type { Context, Tx } from '#platform/server/area.ts'
import { holdsOn } from '#platform/server/database.ts'
import { rowId } from '#platform/server/lists.ts'
import { notify } from '#platform/server/notices.ts'
import { complianceStates as states, skuOwner } from '#areas/reference/index.ts'
import { certificate } from './certificate-tables.ts'
import { listingCompliance } from './compliance.ts'

const gapsMax = 20_000
const soonDays = 30
const told = notice('certificates.gaps', ['在售商品缺证照', 'Listings that lack a certificate'], {
  title: ['MSKU {label} 缺证照、证照快到期或禁售', 'The listing {label} lacks a certificate, one ends soon, or it is banned'],
  titleOfMany: ['{n} 个在售商品缺证照、证照快到期或禁售', '{n} listings lack a certificate, one ends soon, or are banned'],
  to: [namedBy('employeeId')],
})
/** of one that is there and has ended, or ends: who keeps it */
const ownerTold = notice('certificates.needed', ['在售商品依据的证照快到期', 'A certificate that listings rest on ends'], {
  title: ['证照 {label} 有在售商品依据，已过期或快到期', 'Listings rest on certificate {label}, which has ended or soon does'],
  titleOfMany: ['{n} 份有在售商品依据的证照已过期或快到期', '{n} certificates that listings rest on have ended or soon do'],
  to: [namedBy('ownerId')],
})

export async function tellGaps(inside: Context, tx: Tx): Promise<Sentence | undefined> {
  const gaps = await tx
    .selectFrom('listing_compliance as l')
    .innerJoin('sku_owner as s', join =>
      join
        .onRef('s.shop_id', '=', 'l.shop_id')
        .onRef('s.seller_sku', '=', 'l.seller_sku')
        .on(holdsOn(skuOwner, sql`(now() at time zone ${sql.lit(homeZone)})`, 's')),
    )
    .select(['l.shop_id', 'l.seller_sku', 'l.line', 'l.certificate_id', 'l.valid_to', 'l.state', 's.employee_id'])
    .where(eb =>
      eb.or([
        eb('l.state', 'in', [states.missing[0], states.expired[0], states.banned[0]]),
        eb.and([eb('l.state', '=', states.ending[0]), eb('l.valid_to', '<=', addDays(todayOf(inside), soonDays))]),
      ]),
    )
    .orderBy('l.shop_id')
    .orderBy('l.seller_sku')
    .orderBy('l.line')
    .limit(gapsMax)
    .execute()
  const rows = gaps.map(one => ({
    id: rowId(listingCompliance as Resource, [asText(one.shop_id), one.seller_sku, one.line]),
    sellerSku: one.seller_sku,
    employeeId: asText(one.employee_id),
    /** another certificate, or another end of it, is another gap */
    event: [one.shop_id, one.seller_sku, one.line, one.state, one.certificate_id ?? '', one.valid_to ?? ''].map(asText).join(' '),
  }))
  let people = await notify(inside, tx, told, {
    of: { resource: listingCompliance as Resource, rows },
    once: row => asText(row['event']),
  })
  people += await tellOwners(inside, tx, gaps)
  return people === 0 ? undefined : sentence`在售商品缺证照，已通知 ${people} 人`
}

interface Gap {
  readonly certificate_id: string | null
  readonly valid_to: string | null
}
/** Each end of a certificate once, however many listings rest on it. */
async function tellOwners(inside: Context, tx: Tx, gaps: readonly Gap[]): Promise<number> {
  const ends = new Map(gaps.flatMap(one => (one.certificate_id === null ? [] : [[asText(one.certificate_id), asText(one.valid_to ?? '')]])))
  if (ends.size === 0) return 0
  const found = await tx
    .selectFrom('certificate')
    .select(['id', 'name', 'owner_id'])
    .where('id', 'in', [...ends.keys()])
    .orderBy('id')
    .execute()
  const rows = found.map(row => ({
    id: asText(row.id),
    name: row.name,
    ownerId: asText(row.owner_id),
    event: `${asText(row.id)} ${ends.get(asText(row.id)) ?? ''}`,
  }))
  return notify(inside, tx, ownerTold, { of: { resource: certificate, rows }, once: row => asText(row['event']) })
}
