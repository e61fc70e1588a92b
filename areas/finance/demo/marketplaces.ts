/** How each marketplace of the demo company prints its files, taxes and prices. Pure. */
import { type AmountColumn, type ReportColumn, describingColumns } from '../facts/amazon/files/header-columns.ts'
import { japanZone, pacificZone, utcZone, type ReportStyle, type SettlementStyle } from '../facts/amazon/files/write-report.ts'

/** Which of the two reports of the same money a shop's people download. */
export type DemoReports = 'both' | 'settlements' | 'transactions'

export interface DemoMarketplace {
  readonly code: string
  /** as settlement files print it */
  readonly name: string
  readonly currency: string
  /** decimals of the currency: amounts are bigint at this scale */
  readonly decimals: number
  /** minor units for one US dollar: prices of one product follow the same dollar price everywhere */
  readonly unitsPerDollar: bigint
  /** of a shop of ordinary size */
  readonly reports: DemoReports
  readonly layout: 'v1' | 'v2'
  readonly settlement: SettlementStyle
  readonly report: Omit<ReportStyle, 'zone'> & { readonly zone: NonNullable<ReportStyle['zone']> }
  readonly taxPerMille: bigint
  /** amount description of the tax that the marketplace pays for the seller; null: the seller pays it himself */
  readonly withheldAs: string | null
  readonly orderPrefixes: readonly string[]
  readonly places: readonly (readonly [city: string, state: string, postal: string])[]
  /** share of the company's orders, per mille */
  readonly share: number
  /** minor units a month */
  readonly subscription: bigint
}

const money = (isPlain: boolean): AmountColumn[] => [
  'productSales',
  'productSalesTax',
  'shippingCredits',
  'shippingCreditsTax',
  'giftWrapCredits',
  'giftWrapCreditsTax',
  ...(isPlain ? [] : (['regulatoryFee', 'regulatoryFeeTax'] as const)),
  'promotionalRebates',
  'promotionalRebatesTax',
  'marketplaceWithheldTax',
  'sellingFees',
  'fbaFees',
  'otherTransactionFees',
  'other',
]
const american: readonly ReportColumn[] = [...describingColumns, ...money(false), 'total', 'status', 'releasedAt']
const european: readonly ReportColumn[] = [...describingColumns.filter(column => column !== 'accountType'), ...money(true), 'total']
const german: readonly ReportColumn[] = [...european, 'status', 'releasedAt']
const facilitatorTax = 'MarketplaceFacilitatorTax-Principal'
const facilitatorVat = 'MarketplaceFacilitatorVAT-Principal'

export const demoMarketplaces: readonly DemoMarketplace[] = [
  {
    code: 'amazon.com',
    name: 'Amazon.com',
    currency: 'USD',
    decimals: 2,
    unitsPerDollar: 100n,
    reports: 'both',
    layout: 'v2',
    settlement: { numbers: '1234.56', dates: 'dashed' },
    report: { language: 'en', currency: 'USD', columns: american, numbers: '1,234.56', dates: 'american', zone: pacificZone },
    taxPerMille: 78n,
    withheldAs: facilitatorTax,
    orderPrefixes: ['111', '112', '113', '114'],
    places: [
      ['AUSTIN', 'TX', '78701'],
      ['SEATTLE', 'WA', '98101'],
      ['COLUMBUS', 'OH', '43004'],
      ['MIAMI', 'FL', '33101'],
      ['DENVER', 'CO', '80202'],
    ],
    share: 260,
    subscription: 3_999n,
  },
  {
    code: 'amazon.ca',
    name: 'Amazon.ca',
    currency: 'CAD',
    decimals: 2,
    unitsPerDollar: 137n,
    reports: 'settlements',
    layout: 'v1',
    settlement: { numbers: '1234.56', dates: 'iso' },
    report: { language: 'en', currency: 'CAD', columns: european, numbers: '1,234.56', dates: 'american', zone: pacificZone },
    taxPerMille: 130n,
    withheldAs: facilitatorTax,
    orderPrefixes: ['701', '702'],
    places: [
      ['TORONTO', 'ON', 'M5H 2N2'],
      ['CALGARY', 'AB', 'T2P 1J9'],
      ['HALIFAX', 'NS', 'B3J 1S9'],
    ],
    share: 80,
    subscription: 2_999n,
  },
  {
    code: 'amazon.de',
    name: 'Amazon.de',
    currency: 'EUR',
    decimals: 2,
    unitsPerDollar: 92n,
    reports: 'both',
    layout: 'v2',
    settlement: { numbers: '1234,56', dates: 'dotted' },
    report: { language: 'de', currency: 'EUR', columns: german, numbers: '1.234,56', dates: 'dotted', zone: utcZone },
    taxPerMille: 190n,
    withheldAs: facilitatorVat,
    orderPrefixes: ['028', '302', '303', '304', '305', '306'],
    places: [
      ['Berlin', '', '10115'],
      ['München', '', '80331'],
      ['Köln', 'Nordrhein-Westfalen', '50667'],
      ['Leipzig', 'Sachsen', '04109'],
    ],
    share: 200,
    subscription: 3_900n,
  },
  {
    code: 'amazon.fr',
    name: 'Amazon.fr',
    currency: 'EUR',
    decimals: 2,
    unitsPerDollar: 94n,
    reports: 'transactions',
    layout: 'v2',
    settlement: { numbers: '1234,56', dates: 'dotted' },
    report: { language: 'fr', currency: 'EUR', columns: european, numbers: '1 234,56', dates: 'named', zone: utcZone },
    taxPerMille: 200n,
    withheldAs: facilitatorVat,
    orderPrefixes: ['171', '402', '403', '404'],
    places: [
      ['PARIS', '', '75011'],
      ['LYON', '', '69003'],
      ['NANTES', '', '44000'],
    ],
    share: 90,
    subscription: 3_900n,
  },
  {
    code: 'amazon.co.uk',
    name: 'Amazon.co.uk',
    currency: 'GBP',
    decimals: 2,
    unitsPerDollar: 80n,
    reports: 'transactions',
    layout: 'v2',
    settlement: { numbers: '1234.56', dates: 'dotted' },
    report: { language: 'en', currency: 'GBP', columns: european, numbers: '1,234.56', dates: 'named', zone: utcZone },
    taxPerMille: 200n,
    withheldAs: facilitatorVat,
    orderPrefixes: ['026', '202', '203', '204'],
    places: [
      ['London', '', 'E1 6AN'],
      ['Leeds', 'West Yorkshire', 'LS1 4DY'],
      ['Bristol', '', 'BS1 5TR'],
    ],
    share: 130,
    subscription: 2_500n,
  },
  {
    code: 'amazon.co.jp',
    name: 'Amazon.co.jp',
    currency: 'JPY',
    decimals: 0,
    unitsPerDollar: 148n,
    reports: 'transactions',
    layout: 'v2',
    settlement: { numbers: '1234.56', dates: 'dashed' },
    report: { language: 'ja', currency: 'JPY', columns: european, numbers: '1,234.56', dates: 'slashed', zone: japanZone },
    taxPerMille: 100n,
    withheldAs: null,
    orderPrefixes: ['249', '250', '503'],
    places: [
      ['渋谷区', '東京都', '150-0002'],
      ['大阪市', '大阪府', '530-0001'],
      ['横浜市', '神奈川県', '220-0011'],
    ],
    share: 110,
    subscription: 4_900n,
  },
  {
    code: 'amazon.it',
    name: 'Amazon.it',
    currency: 'EUR',
    decimals: 2,
    unitsPerDollar: 93n,
    reports: 'transactions',
    layout: 'v2',
    settlement: { numbers: '1234,56', dates: 'dotted' },
    report: { language: 'it', currency: 'EUR', columns: european, numbers: '1234,56', dates: 'named', zone: utcZone },
    taxPerMille: 220n,
    withheldAs: facilitatorVat,
    orderPrefixes: ['403', '404', '405'],
    places: [
      ['Milano', 'MI', '20121'],
      ['Torino', 'TO', '10121'],
      ['Napoli', '', '80132'],
    ],
    share: 60,
    subscription: 3_900n,
  },
]

/** null for marketplaces whose files no kind reads: their shops have no money yet. */
export const demoMarketplace = (code: string): DemoMarketplace | null => demoMarketplaces.find(m => m.code === code) ?? null

/** Minor units as the exact decimal a file holds: -1234n -> `-12.34`, of a currency without decimals `-1234`. */
export function printed(units: bigint, decimals: number): string {
  if (decimals === 0) return units.toString()
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
