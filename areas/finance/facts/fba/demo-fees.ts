/** Fees, ages and taxes of the demo FBA reports, as Amazon writes them. Pure. */
import type { SeededRandom } from '#areas/admin/index.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { defined } from '#platform/server/area.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { surchargeBands } from './ageing-columns.ts'
import { asinOf, cents, centres, fnskuOf, hashed, numbered, table, type DemoOffer, type Movement } from './demo-words.ts'

export function stored(
  shop: { readonly currency: string; readonly country: string },
  all: readonly string[],
  offers: readonly DemoOffer[],
  moves: readonly Movement[],
  random: SeededRandom,
): string {
  const heads =
    'asin,fnsku,product_name,fulfillment_center,country_code,item_volume,volume_units,product_size_tier,average_quantity_on_hand,'
  const more =
    'average_quantity_pending_removal,estimated_total_item_volume,month_of_charge,base_rate,utilization_surcharge_rate,est_base_msf,'
  const rows = [`${heads}${more}est_sus,currency,estimated_monthly_storage_fee,dangerous_goods_storage_type`]
  for (const month of all)
    for (const offer of offers) {
      const units = 20 + moves.filter(m => m.offer === offer && m.day < firstOfMonth(month)).reduce((n, m) => n + m.quantity, 0)
      const volume = (units * 52).toString()
      const [base, surcharge] = [30 + units * 4, random.below(4) === 0 ? 11 : 0]
      const name = `"${offer.title.replaceAll('"', '""')}"`
      const centre = `'${random.of(centres)}'`
      const decimals = `${volume.slice(0, -3) || '0'}.${volume.slice(-3).padStart(3, '0')}`
      const what = [asinOf(offer), fnskuOf(offer), name, centre, shop.country, '0.052', 'cubic feet', 'Standard-Size', units, 0]
      const fees = [
        decimals,
        month,
        '0.78',
        surcharge > 0 ? '0.44' : '--',
        cents(base),
        cents(surcharge),
        shop.currency,
        cents(base + surcharge),
      ]
      rows.push([...what, ...fees, '--'].join(','))
    }
  return `${rows.join('\r\n')}\r\n`
}

export function aged(
  shop: { readonly currency: string; readonly country: string },
  all: readonly string[],
  offers: readonly DemoOffer[],
  random: SeededRandom,
): string {
  const heads = [
    'snapshot-date',
    'sku',
    'fnsku',
    'asin',
    'product-name',
    'condition',
    'per-unit-volume',
    'currency',
    'volume-unit',
    'country',
  ]
  const rows: (string | number)[][] = [[...heads, 'qty-charged', 'amount-charged', 'surcharge-age-tier', 'rate-surcharge']]
  for (const month of all.slice(3))
    for (const offer of offers.slice(0, 3)) {
      const units = 1 + random.below(9)
      const tier = `${random.of(surchargeBands.slice(0, 5))} days`
      const what = [`${firstOfMonth(month).slice(0, 8)}15T00:00:00+00:00`, offer.sku, fnskuOf(offer), asinOf(offer), offer.title, 'New']
      rows.push([...what, '0.052', shop.currency, 'cubic feet', shop.country, units, cents(units * 26), tier, '0.50'])
    }
  return table(rows)
}

export function planned(
  shop: { readonly currency: string; readonly site: string },
  day: string,
  offers: readonly DemoOffer[],
  moves: readonly Movement[],
  random: SeededRandom,
): string {
  const ages = ['0-to-90', '91-to-180', '181-to-270', '271-to-365', '366-to-455', '456-plus']
  const heads = ['snapshot-date', 'sku', 'fnsku', 'asin', 'product-name', 'condition', 'available', 'pending-removal-quantity']
  const rows: (string | number)[][] = [
    [
      ...heads,
      ...ages.map(age => `inv-age-${age}-days`),
      'currency',
      'units-shipped-t7',
      'units-shipped-t30',
      'units-shipped-t90',
      'marketplace',
      'days-of-supply',
      'estimated-excess-quantity',
      'estimated-storage-cost-next-month',
      'item-volume',
      ...surchargeBands.flatMap(band => [
        `quantity-to-be-charged-ais-${band}-days`,
        `estimated-ais-${band === '331-365' ? '331-356' : band}-days`,
      ]),
    ],
  ]
  for (const [place, offer] of offers.entries()) {
    const held = moves.filter(m => m.offer === offer && m.day <= day).reduce((n, m) => n + m.quantity, 0)
    // of one in three, most is reserved: it runs out
    const units = place % 3 === 1 ? Math.min(held, 3 + place) : held
    const old = Math.min(Math.max(0, units), random.below(20))
    const [half, oldest] = [Math.trunc(old / 2), Math.trunc(old / 4)]
    const parts = [Math.max(0, units) - old, old - half, half - oldest, oldest, 0, 0]
    const charged: Readonly<Record<string, readonly [number, number]>> = { '181-210': [half - oldest, 26], '271-300': [oldest, 41] }
    const bands = surchargeBands.flatMap(band => {
      const [count, fee] = ownValue(charged, band) ?? [0, 0]
      return [count, cents(count * fee)]
    })
    // one in three hardly sells any more
    const pace = place % 3 === 2 ? [0, 2, 7] : [9, 41, 120]
    const what = [day, offer.sku, fnskuOf(offer), asinOf(offer), offer.title, 'New', Math.max(0, units), 0]
    rows.push([
      ...what,
      ...parts,
      shop.currency,
      ...pace,
      shop.site,
      62,
      Math.trunc(old / 3),
      cents(60 + Math.max(0, units) * 4),
      '0.052',
      ...bands,
    ])
  }
  return table(rows)
}

export function previewed({ currency }: { readonly currency: string }, offers: readonly DemoOffer[], random: SeededRandom): string {
  const heads = [
    'sku',
    'fnsku',
    'asin',
    'product-name',
    'product-group',
    'brand',
    'your-price',
    'sales-price',
    'longest-side',
    'median-side',
  ]
  const more = ['shortest-side', 'unit-of-dimension', 'item-package-weight', 'unit-of-weight', 'product-size-tier', 'currency']
  return table([
    [...heads, ...more, 'estimated-fee-total', 'estimated-referral-fee-per-unit', 'expected-fulfillment-fee-per-unit'],
    ...offers.map(offer => {
      const price = 1_299 + random.below(40) * 100
      const [referral, fulfilment] = [Math.round(price * 0.15), 322 + random.below(300)]
      const what = [offer.sku, fnskuOf(offer), asinOf(offer), offer.title, 'Home', 'YUNFAN', cents(price), cents(price)]
      const size = ['9.80', '6.10', '3.20', 'inches', '0.85', 'pounds', 'Large standard-size', currency]
      return [...what, ...size, cents(referral + fulfilment), cents(referral), cents(fulfilment)]
    }),
  ])
}

/** Where Amazon writes its VAT report: rate of the country, and another one that its sellers ship to from there (none: no union). */
const vatCountries: Readonly<Record<string, { readonly rate: number; readonly next: string | null }>> = {
  DE: { rate: 19, next: 'FR' },
  FR: { rate: 20, next: 'DE' },
  IT: { rate: 22, next: 'FR' },
  ES: { rate: 21, next: 'FR' },
  GB: { rate: 20, next: null },
}
export const hasVatReport = (country: string): boolean => Object.hasOwn(vatCountries, country)

/**
 * The VAT report of a European shop: sales at home, sales to another country of the union by its one-stop scheme, a refund, and a movement
 * of own stock. In the United Kingdom the marketplace collects the tax of a seller from abroad.
 */
export function vatLines(
  shop: { readonly currency: string; readonly country: string; readonly site: string },
  month: string,
  offers: readonly DemoOffer[],
  random: SeededRandom,
): string {
  const { rate, next } = defined(ownValue(vatCountries, shop.country), 'a country with a VAT report')
  const heads = [
    'UNIQUE_ACCOUNT_IDENTIFIER',
    'ACTIVITY_PERIOD',
    'SALES_CHANNEL',
    'MARKETPLACE',
    'PROGRAM_TYPE',
    'TRANSACTION_TYPE',
    'TRANSACTION_EVENT_ID',
    'ACTIVITY_TRANSACTION_ID',
    'TRANSACTION_COMPLETE_DATE',
    'SELLER_SKU',
    'ASIN',
    'ITEM_DESCRIPTION',
    'QTY',
    'TOTAL_ACTIVITY_VALUE_AMT_VAT_EXCL',
    'TOTAL_ACTIVITY_VALUE_VAT_AMT',
    'TOTAL_ACTIVITY_VALUE_AMT_VAT_INCL',
    'TRANSACTION_CURRENCY_CODE',
    'PRICE_OF_ITEMS_VAT_RATE_PERCENT',
    'DEPARTURE_COUNTRY',
    'ARRIVAL_COUNTRY',
    'TRANSACTION_SELLER_VAT_NUMBER_COUNTRY',
    'TAXABLE_JURISDICTION',
    'TAX_REPORTING_SCHEME',
    'TAX_COLLECTION_RESPONSIBILITY',
  ]
  const home = next === null ? ['UK_VOEC-DOMESTIC', 'MARKETPLACE'] : ['REGULAR', 'SELLER']
  const sold = { type: 'SALE', percent: rate, to: shop.country, scheme: home }
  const abroad =
    next === null ? sold : { ...sold, percent: ownValue(vatCountries, next)?.rate ?? rate, to: next, scheme: ['UNION-OSS', 'SELLER'] }
  // own stock that moves is declared and not taxed; the United Kingdom has no border inside its network
  const moved = next === null ? [] : [{ type: 'FC_TRANSFER', percent: 0, to: next, scheme: ['', ''] }]
  return table([
    heads,
    ...offers.flatMap((offer, at) =>
      [sold, abroad, { ...sold, type: 'REFUND' }, ...moved].map(({ type, percent, to, scheme }, n) => {
        const net = 1_000 + random.below(4_000)
        const tax = Math.round((net * percent) / 100)
        const day = `${firstOfMonth(month).slice(0, 8)}${String(n * 7 + 3).padStart(2, '0')}`
        const who = [`AZ${hashed(shop.site, 6)}`, month, 'AFN', shop.site, 'REGULAR', type]
        const what = [numbered('30', day, at), numbered('AT', day, at), day, offer.sku, asinOf(offer), offer.title, 1]
        const sign = type === 'REFUND' ? '-' : ''
        const figures = [net, tax, net + tax].map(value => (value === 0 ? '0.00' : `${sign}${cents(value)}`))
        return [...who, ...what, ...figures, shop.currency, percent, shop.country, to, shop.country, to, ...scheme]
      }),
    ),
  ])
}

/** What is there now: all that the ledger moved; one in ten reserved. */
export function managed({ site }: { readonly site: string }, offers: readonly DemoOffer[], moves: readonly Movement[]): string {
  const parts = ['fulfillable', 'unsellable', 'reserved', 'total', 'inbound-working', 'inbound-shipped', 'inbound-receiving', 'researching']
  const heads = ['sku', 'fnsku', 'asin', 'product-name', 'condition', ...parts.map(part => `afn-${part}-quantity`), 'store']
  const rows = offers.map((offer, at) => {
    const held = Math.max(
      0,
      moves.filter(m => m.offer === offer).reduce((n, m) => n + m.quantity, 0),
    )
    const reserved = Math.floor(held / 10)
    const what = [offer.sku, fnskuOf(offer), asinOf(offer), offer.title, 'New']
    return [...what, held - reserved, 0, reserved, held, 0, at % 3 === 0 ? 60 : 0, 0, 0, site]
  })
  return table([heads, ...rows])
}
