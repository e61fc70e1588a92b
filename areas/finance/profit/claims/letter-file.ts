/** The text of a claim as a file, for whoever sees the claim. */
import { Readable } from 'node:stream'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { type Ask, type Blob, type Context, refuse } from '#platform/server/area.ts'
import { visibleResource, allOf } from '#platform/server/lists.ts'
import { namedId, oneRecord } from '#platform/server/records.ts'
import { letterOf } from './letter.ts'
import { claim, claimLine, claimSources } from './tables.ts'
import { claimKinds, type ClaimKind } from './words.ts'

const linesMax = 200
const money = (value: unknown): string | null =>
  value === null || value === undefined ? null : asText(value).replace(/(\.\d\d)0+$/u, '$1')

export async function claimLetter(context: Context, { input }: Ask): Promise<Blob> {
  const row = await oneRecord(context, visibleResource(context.caller, claim), namedId(input['id'], claim.title))
  const kind = (Object.keys(claimKinds) as ClaimKind[]).find(name => claimKinds[name][0] === row['kind'])
  if (kind === undefined || Number(row['quantity']) <= 0) throw refuse.rule(sentence`这一条已没有未赔的件数，不需要申请`)
  const shop = await context.db
    .selectFrom('shop as s')
    .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
    .select(['s.name', 'm.code', 'm.name_en as nameEn'])
    .where('s.id', '=', asText(row['shopId']))
    .executeTakeFirst()
  const lines = await allOf(context, claimLine, [{ field: 'claimId', condition: 'EQ', value: String(row.id) }], linesMax)
  const text = letterOf({
    kind,
    shop: shop?.name ?? '',
    marketplace: shop?.nameEn === '' ? shop.code : (shop?.nameEn ?? ''),
    sku: asText(row['sku']),
    fnsku: asText(row['fnsku']),
    orderNo: asText(row['orderNo']),
    caseId: asText(row['caseId']),
    day: asText(row['happenedOn']),
    lost: Number(row['lost']),
    recovered: Number(row['recovered']),
    quantity: Number(row['quantity']),
    unitValue: money(row['unitValue']),
    value: money(row['value']),
    currency: asText(row['currency']),
    lines: lines
      .toSorted((a, b) => Number(a['place']) - Number(b['place']))
      .map(line => ({
        source: Object.values(claimSources).find(([code]) => code === line['source'])?.[2] ?? '',
        day: asText(line['day'] ?? ''),
        orderNo: asText(line['orderNo']),
        sku: asText(line['sku']),
        what: asText(line['what']),
        quantity: asText(line['quantity'] ?? '').replace(/\.0+$/u, ''),
        amount: money(line['amount']) ?? '',
        currency: asText(line['currency'] ?? ''),
      })),
  })
  const name = `claim-${asText(row['sku'])}-${asText(row['happenedOn'])}`.replace(/[^\w.-]+/gu, '-')
  return { blob: Readable.from([text]), fileName: `${name}.txt`, contentType: 'text/plain; charset=utf-8' }
}
