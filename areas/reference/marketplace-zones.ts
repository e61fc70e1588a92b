/**
 * The zone in which each marketplace counts days and months, with its source. A report may print another zone (Brazil's prints GMT-8,
 * Australia's the account's own): the instant is what it says, its day is the marketplace's.
 */

export interface ReportingZone {
  /** IANA name */
  readonly zone: string
  readonly source: string
}

const pacific = 'America/Los_Angeles'
/** `timezone` by country in the Profiles section of Amazon's advertising API: the zone of all date-based reporting of a marketplace. */
const profiles = 'Amazon Ads API, Profiles_prod_3p.json, Profile.timezone'
const pacificHelp = `Seller Central help 200989190: date range reports run from 12:00 a.m. to 11:59 p.m. Pacific time; ${profiles}`
const european = 'decided for the European marketplaces: their date range reports print UTC and are cut by its months'
const ownClock = 'no published statement: the zone in which the site shows its own reports, as far as sellers tell'

const at = (zone: string, source: string): ReportingZone => ({ zone, source })
const europe = at('UTC', european)

/** Code of the site on which a company keeps shops for what it sells outside of every marketplace. */
export const offlineMarketplace = 'offline'

/** By code of the marketplace. */
export const reportingZones = {
  'amazon.com': at(pacific, pacificHelp),
  'amazon.ca': at(pacific, pacificHelp),
  'amazon.com.mx': at(pacific, `${profiles}; the report prints GMT-8 or PST`),
  'amazon.com.br': at('America/Sao_Paulo', `${profiles}; the report prints GMT-8 or GMT-7`),
  'amazon.co.uk': europe,
  'amazon.de': europe,
  'amazon.fr': europe,
  'amazon.it': europe,
  'amazon.es': europe,
  'amazon.nl': europe,
  'amazon.com.be': europe,
  'amazon.ie': europe,
  'amazon.se': europe,
  'amazon.pl': europe,
  'amazon.com.tr': at('Europe/Istanbul', profiles),
  'amazon.ae': at('Asia/Dubai', profiles),
  'amazon.sa': at('Asia/Riyadh', profiles),
  'amazon.eg': at('Africa/Cairo', profiles),
  'amazon.co.za': at('Africa/Johannesburg', profiles),
  'amazon.in': at('Asia/Kolkata', profiles),
  'amazon.co.jp': at('Asia/Tokyo', `${profiles}; the report prints JST`),
  'amazon.sg': at('Asia/Singapore', profiles),
  'amazon.com.au': at('Australia/Sydney', `${profiles}; the report prints the offset of the account`),
  'ebay.com': at(pacific, ownClock),
  'ebay.co.uk': at('UTC', ownClock),
  'ebay.de': at('UTC', ownClock),
  'ebay.com.au': at('UTC', ownClock),
  'walmart.com': at(pacific, ownClock),
  'walmart.ca': at(pacific, ownClock),
  offline: at('Asia/Shanghai', 'orders outside of every marketplace are of the day that the company writes on them'),
  'aliexpress.com': at(pacific, 'times of the open platform are US Pacific (GMT-8 or GMT-7)'),
} as const satisfies Readonly<Record<string, ReportingZone>>

export type MarketplaceCode = keyof typeof reportingZones
