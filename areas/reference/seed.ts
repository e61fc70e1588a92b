/** Countries, currencies and marketplaces that every installation needs, demo company or not. */
import { reportingZones, type MarketplaceCode } from './marketplace-zones.ts'
import { platformChoices } from './platforms.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Db } from '#platform/server/area.ts'

/** ISO 3166-1 alpha-2 */
const countryCodes = `
AD AE AF AG AI AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN
CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GI GL GM GN GP GQ GR GT GU GW GY HK HN
HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME
MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NZ OM PA PE PF PG PH PK PL PR PS PT PW PY QA RE
RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ
VA VC VE VG VI VN VU WS YE ZA ZM ZW`
  .trim()
  .split(/\s+/)
const englishCountry = new Intl.DisplayNames(['en'], { type: 'region' })
/** names the company writes differently from the Unicode tables */
const countryNames: Readonly<Record<string, string>> = { HK: '中国香港', MO: '中国澳门', TW: '中国台湾' }
/** ISO 4217 */
const currencyCodes = `
AED ARS AUD BGN BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KRW KWD MOP MXN MYR NOK NZD
PEN PHP PLN QAR RON RUB SAR SEK SGD THB TRY TWD UAH USD UYU VND ZAR`
  .trim()
  .split(/\s+/)

export interface MarketplaceSeed {
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly platform: 1 | 2 | 3 | 4 | 5
  readonly countryCode: string | null
  readonly currency: string
  readonly zone: string
  readonly amazonId: string | null
}

/** country, site, currency, Amazon's id */
const amazonSites = [
  ['US', 'amazon.com', 'USD', 'ATVPDKIKX0DER'],
  ['CA', 'amazon.ca', 'CAD', 'A2EUQ1WTGCTBG2'],
  ['MX', 'amazon.com.mx', 'MXN', 'A1AM78C64UM0Y8'],
  ['BR', 'amazon.com.br', 'BRL', 'A2Q3Y263D00KWC'],
  ['GB', 'amazon.co.uk', 'GBP', 'A1F83G8C2ARO7P'],
  ['DE', 'amazon.de', 'EUR', 'A1PA6795UKMFR9'],
  ['FR', 'amazon.fr', 'EUR', 'A13V1IB3VIYZZH'],
  ['IT', 'amazon.it', 'EUR', 'APJ6JRA9NG5V4'],
  ['ES', 'amazon.es', 'EUR', 'A1RKKUPIHCS9HS'],
  ['NL', 'amazon.nl', 'EUR', 'A1805IZSGTT6HS'],
  ['BE', 'amazon.com.be', 'EUR', 'AMEN7PMS3EDWL'],
  ['IE', 'amazon.ie', 'EUR', 'A28R8C7NBKEWEA'],
  ['SE', 'amazon.se', 'SEK', 'A2NODRKZP88ZB9'],
  ['PL', 'amazon.pl', 'PLN', 'A1C3SOZRARQ6R3'],
  ['TR', 'amazon.com.tr', 'TRY', 'A33AVAJ2PDY3EV'],
  ['AE', 'amazon.ae', 'AED', 'A2VIGQ35RCS4UG'],
  ['SA', 'amazon.sa', 'SAR', 'A17E79C6D8DWNP'],
  ['EG', 'amazon.eg', 'EGP', 'ARBP9OOSHTCHU'],
  ['ZA', 'amazon.co.za', 'ZAR', 'AE08WJ6YKNBMC'],
  ['IN', 'amazon.in', 'INR', 'A21TJRUUN4KGV'],
  ['JP', 'amazon.co.jp', 'JPY', 'A1VC38T7YXB528'],
  ['SG', 'amazon.sg', 'SGD', 'A19VAU5U5O7RUS'],
  ['AU', 'amazon.com.au', 'AUD', 'A39IBJ37TRP1C6'],
] as const
const otherSites: readonly MarketplaceSeed[] = [
  site('ebay', 'ebay.com', 'US', 'USD'),
  site('ebay', 'ebay.co.uk', 'GB', 'GBP'),
  site('ebay', 'ebay.de', 'DE', 'EUR'),
  site('ebay', 'ebay.com.au', 'AU', 'AUD'),
  site('walmart', 'walmart.com', 'US', 'USD'),
  site('walmart', 'walmart.ca', 'CA', 'CAD'),
  { ...site('aliexpress', 'aliexpress.com', 'US', 'USD'), name: '速卖通 全球站', nameEn: 'AliExpress Global', countryCode: null },
  { ...site('offline', 'offline', 'CN', 'CNY'), name: '线下', nameEn: 'Offline' },
]

function site(platform: keyof typeof platformChoices, code: MarketplaceCode, countryCode: string, currency: string): MarketplaceSeed {
  return {
    code,
    name: `${platformChoices[platform][1]} ${chineseName(countryCode)}`,
    nameEn: `${platformChoices[platform][2]} ${englishCountry.of(countryCode) ?? countryCode}`,
    platform: platformChoices[platform][0],
    countryCode,
    currency,
    zone: reportingZones[code].zone,
    amazonId: null,
  }
}

function chineseName(code: string): string {
  return ownValue(countryNames, code) ?? new Intl.DisplayNames(['zh-Hans'], { type: 'region' }).of(code) ?? code
}

/** Every marketplace site the product knows. */
export const marketplaceSeed: readonly MarketplaceSeed[] = [
  ...amazonSites.map(([country, code, currency, amazonId]) => ({ ...site('amazon', code, country, currency), amazonId })),
  ...otherSites,
]

/** Number of decimals of a currency as ISO 4217 has it. */
const decimalsOf = (code: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2

/** Adds what is missing; what somebody has changed stays. Quick when nothing is missing. */
export async function seedReference(db: Db): Promise<void> {
  const englishCurrency = new Intl.DisplayNames(['en'], { type: 'currency' })
  const currencyName = new Intl.DisplayNames(['zh-Hans'], { type: 'currency' })
  await db
    .insertInto('country')
    .values(countryCodes.map(code => ({ code, name: chineseName(code), name_en: englishCountry.of(code) ?? code })))
    .onConflict(conflict => conflict.column('code').doNothing())
    .execute()
  await db
    .insertInto('currency')
    .values(
      currencyCodes.map(code => ({
        code,
        name: currencyName.of(code) ?? code,
        name_en: englishCurrency.of(code) ?? code,
        decimals: decimalsOf(code),
      })),
    )
    .onConflict(conflict => conflict.column('code').doNothing())
    .execute()
  await db
    .insertInto('marketplace')
    .values(
      marketplaceSeed.map(m => ({
        code: m.code,
        name: m.name,
        name_en: m.nameEn,
        platform: m.platform,
        country_code: m.countryCode,
        currency: m.currency,
        zone: m.zone,
        amazon_id: m.amazonId,
      })),
    )
    .onConflict(conflict => conflict.column('code').doNothing())
    .execute()
}
