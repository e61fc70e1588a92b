/** How Amazon prints numbers, dates and types, for writing reports (demo data, tests). Pure. */
import type { ReportLanguage } from './header-columns.ts'
import type { TransactionTypeCode } from './type-names.ts'
import { offsetInZone } from './zone-names.ts'

/** Decimal mark and thousands mark, shown by example. The blank of '1 234,56' is a no-break space. */
export type NumberStyle = '1,234.56' | '1.234,56' | '1 234,56' | "1'234.56" | '1234.56' | '1234,56'

const marks: Readonly<Record<NumberStyle, readonly [decimal: string, group: string]>> = {
  '1,234.56': ['.', ','],
  '1.234,56': [',', '.'],
  '1 234,56': [',', '\u00A0'],
  "1'234.56": ['.', "'"],
  '1234.56': ['.', ''],
  '1234,56': [',', ''],
}

/** Prints an exact decimal such as `-1234.50`. */
export function printNumber(amount: string, style: NumberStyle): string {
  const [decimal, group] = marks[style]
  const negative = amount.startsWith('-')
  const [whole = '0', places] = (negative ? amount.slice(1) : amount).split('.')
  const grouped = group === '' ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, group)
  return `${negative ? '-' : ''}${grouped}${places === undefined ? '' : decimal + places}`
}

/** Zone a report prints: its marketplace's reporting zone. */
export interface PrintedZone {
  /** minutes east of UTC at an instant */
  readonly offsetOf: (epochMs: number) => number
  /** printed name by minutes east of UTC */
  readonly names: Readonly<Record<number, string>>
}
export const utcZone: PrintedZone = { offsetOf: () => 0, names: { 0: 'UTC' } }
export const pacificZone: PrintedZone = { offsetOf: offsetInZone('America/Los_Angeles'), names: { [-480]: 'PST', [-420]: 'PDT' } }
export const japanZone: PrintedZone = { offsetOf: () => 540, names: { 540: 'JST' } }

const months: Readonly<Record<ReportLanguage, string>> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec',
  de: 'Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez',
  fr: 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.',
  es: 'ene feb mar abr may jun jul ago sep oct nov dic',
  it: 'gen feb mar apr mag giu lug ago set ott nov dic',
  nl: 'jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec.',
  sv: 'jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.',
  pl: 'sty lut mar kwi maj cze lip sie wrz paź lis gru',
  ja: '1 2 3 4 5 6 7 8 9 10 11 12',
  'es-MX': 'ene feb mar abr may jun jul ago sep oct nov dic',
  'pt-BR': 'jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.',
  tr: 'Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara',
}

/**
 * 'american': `Sep 4, 2026 1:05:07 AM PDT`; 'named': `4 Sep 2026 13:05:07 UTC`; 'dotted': `04.09.2026 13:05:07 UTC`; 'slashed': `2026/09/04
 * 13:05:07 JST`.
 */
export type DateStyle = 'american' | 'named' | 'dotted' | 'slashed'

/** Prints an instant in the report's zone and language. */
export function printInstant(epochMs: number, style: DateStyle, language: ReportLanguage, zone: PrintedZone): string {
  const minutes = zone.offsetOf(epochMs)
  const at = new Date(epochMs + minutes * 60_000)
  const name = zone.names[minutes] ?? 'UTC'
  const [year, month, day, hour] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours()]
  const rest = `${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
  const monthName = months[language].split(' ')[month] ?? ''
  switch (style) {
    case 'american':
      return `${monthName} ${day}, ${year} ${hour % 12 === 0 ? 12 : hour % 12}:${rest} ${hour < 12 ? 'AM' : 'PM'} ${name}`
    case 'named':
      return language === 'pt-BR'
        ? `${day} de ${monthName} de ${year} ${two(hour)}:${rest} ${name}`
        : `${day} ${monthName} ${year} ${two(hour)}:${rest} ${name}`
    case 'dotted':
      return `${two(day)}.${two(month + 1)}.${year} ${two(hour)}:${rest} ${name}`
    case 'slashed':
      return `${year}/${two(month + 1)}/${two(day)} ${two(hour)}:${rest} ${name}`
  }
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/** order, refund, transfer, service fee, adjustment */
const mainTypes: readonly TransactionTypeCode[] = ['order', 'refund', 'transfer', 'serviceFee', 'adjustment']
const printed: Readonly<Record<ReportLanguage, string>> = {
  en: 'Order|Refund|Transfer|Service Fee|Adjustment',
  de: 'Bestellung|Erstattung|Übertrag|Servicegebühr|Anpassung',
  fr: 'Commande|Remboursement|Transfert|Frais de service|Ajustement',
  es: 'Pedido|Reembolso|Transferir|Tarifa de prestación de servicio|Ajuste',
  it: 'Ordine|Rimborso|Trasferimento|Commissione di servizio|Modifica',
  nl: 'Bestelling|Terugbetaling|Overboeking|Servicekosten|Aanpassing',
  sv: 'Beställning|Återbetalning|Överföring|Serviceavgift|Justering',
  pl: 'Zamówienie|Zwrot kosztów|Przelew|Opłata za usługę|Korekta',
  ja: '注文|返金|振込み|注文外料金|調整',
  'es-MX': 'Pedido|Reembolso|Transferencia|Tarifa de servicio|Ajuste',
  'pt-BR': 'Pedido|Reembolso|Transferência|Taxa de serviço|Ajuste',
  tr: 'Sipariş|Para İadesi|Transfer|Hizmet Ücreti|Düzeltme',
}

/** Further types are printed in English: importers must know that of every language. */
const otherTypes: Readonly<Partial<Record<TransactionTypeCode, string>>> = {
  fbaInventoryFee: 'FBA Inventory Fee',
  chargebackRefund: 'Chargeback Refund',
  claim: 'A-to-z Guarantee Claim',
  liquidations: 'Liquidations',
  dealFee: 'Deal Fee',
  couponFee: 'Coupon Fee',
  customerReturnFee: 'FBA Customer Return Fee',
  shippingServices: 'Shipping Services',
  debt: 'Debt',
}

/** A type as a language prints it; a text that is no known code is printed as it is. */
export function printType(type: TransactionTypeCode | (string & {}), language: ReportLanguage): string {
  const index = mainTypes.findIndex(code => code === type)
  if (index >= 0) return printed[language].split('|')[index] ?? type
  return otherTypes[type as TransactionTypeCode] ?? type
}

/** Sentence of the preamble that states the currency. */
export const currencySentences: Readonly<Record<ReportLanguage, (currency: string) => string>> = {
  en: currency => `All amounts in ${currency}, unless specified`,
  de: currency => `Alle Beträge in ${currency}, sofern nicht anders gekennzeichnet`,
  fr: currency => `Tous les montants sont en ${currency} sauf mention contraire`,
  es: currency => `Todos los importes en ${currency}, a menos que se especifique lo contrario`,
  it: currency => `Tutti gli importi sono espressi in ${currency}, se non diversamente specificato`,
  nl: currency => `Alle bedragen in ${currency}, tenzij anders vermeld`,
  sv: currency => `Alla belopp i ${currency}, om inget annat anges`,
  pl: currency => `Wszystkie kwoty w ${currency}, o ile nie określono inaczej`,
  ja: currency => `特に明記されていない限り、すべての金額は${currency}です`,
  'es-MX': currency => `Todas las cantidades en ${currency}, a menos que se especifique lo contrario`,
  'pt-BR': currency => `Todos os valores em ${currency}, a menos que especificado`,
  tr: currency => `Aksi belirtilmedikçe tüm tutarlar ${currency} cinsindendir`,
}
