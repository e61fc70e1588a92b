/**
 * Transaction types and release states of the transaction report in every language, as codes. What is not here is kept as printed and
 * queued for a person. Pure.
 */

/** Code -> printed names, any language; ' | ' separates. No name belongs to two codes. */
const names = {
  order: 'Order | Bestellung | Commande | Pedido | Ordine | Bestelling | Beställning | Zamówienie | 注文 | Sipariş',
  refund:
    'Refund | Erstattung | Remboursement | Reembolso | Rimborso | Terugbetaling | Återbetalning | Återbäring | Zwrot kosztów | ' +
    'Zwrot | 返金 | Para İadesi | İade',
  transfer:
    'Transfer | Übertrag | Transfert | Transferir | Transferencia | Transferência | Trasferimento | Overboeking | Overdracht | ' +
    'Överföring | Przelew | 振込み | 振込',
  serviceFee:
    'Service Fee | Servicegebühr | Frais de service | Tarifa de prestación de servicio | Tarifa de servicio | Tarifas de servicio | ' +
    'Commissione di servizio | Costo di servizio | Servicekosten | Servicetarief | Serviceavgift | Opłata za usługę | 注文外料金 | ' +
    'Taxa de serviço | Tarifa de serviço | Tarifas de serviço | Hizmet Ücreti',
  fbaInventoryFee:
    'FBA Inventory Fee | Fulfilment by Amazon inventory fee | Versand durch Amazon Lagergebühr | Frais de stock Expédié par Amazon ' +
    '| Tarifas de inventario de Logística de Amazon | Tarifa de inventario de Logística de Amazon | Costo di stoccaggio Logistica ' +
    'di Amazon | FBA-voorraadkosten | FBA-lageravgift | Opłata za zapasy FBA | FBA 在庫関連の手数料 | Tarifas de inventario FBA | ' +
    'Tarifa de inventario de FBA | Taxa de inventário do FBA',
  adjustment: 'Adjustment | Anpassung | Ajustement | Ajuste | Modifica | Rettifica | Aanpassing | Justering | Korekta | 調整 | Düzeltme',
  chargebackRefund:
    'Chargeback Refund | Rückbelastung | Erstattung durch Rückbuchung | Remboursement de rétrofacturation | Reembolso de ' +
    'contracargo | Rimborso per storno | Terugbetaling bij terugvordering | Chargeback 返金 | チャージバック返金',
  claim:
    'A-to-z Guarantee Claim | A-bis-z-Garantieanspruch | A-bis-z-Garantie-Antrag | Réclamation Garantie A à z | Garantie de A à Z | ' +
    'Réclamation dans le cadre de la Garantie A à z | Reclamación de Garantía de la A a la z | Reclamo Garanzia dalla A alla Z | ' +
    'A-tot-z-garantieclaim | Amazonマーケットプレイス保証',
  liquidations: 'Liquidations | Liquidationen | Liquidaciones | Liquidazioni | Liquidaties | 清算',
  liquidationsAdjustment: 'Liquidations Adjustments | Liquidationsanpassungen | Ajustements de liquidation',
  dealFee:
    "Deal Fee | Deal Fees | Lightning Deal Fee | Blitzangebotsgebühr | Tarif de l'Offre Éclair | Tarif de la Vente Flash | Frais " +
    "d'offre éclair | Tarifa de Oferta flash | Commissione Offerta Lampo | Tariffa dell'Offerta Lampo | Kosten voor bliksemdeal | " +
    'タイムセール手数料 | 数量限定タイムセール手数料',
  couponFee: 'Coupon Fee | Coupon Fees | Coupon Redemption Fee | Coupon-Einlösegebühr | Frais de coupon | Tarifa de cupón | クーポン手数料',
  customerReturnFee:
    'FBA Customer Return Fee | FBA Return Fee | Gebühr für FBA-Kundenrücksendungen | Frais de retour client Expédié par Amazon | ' +
    'Frais de retour client FBA',
  fbaTransactionFee:
    'FBA Transaction fees | FBA Transaction Fee | Transaktionsgebühren für Versand durch Amazon | Commissioni per le transazioni di ' +
    'Logistica di Amazon | FBA取引手数料 | FBA 取引手数料',
  shippingServices:
    'Shipping Services | Delivery Services | Versandservices | Lieferdienste | Services de livraison | Servicios de envío | Servizi ' +
    'di spedizione | Verzendservices | Serviços de envio | Kargo Hizmetleri | 配送サービス',
  debt: 'Debt | Verbindlichkeit | Verbindlichkeiten | Dette | Solde négatif | Deuda | Saldo negativo | Debito | Schuld | 負債 | マイナス残高',
  debtPayment: 'Debt Payment | Payment to Amazon | Paiement de la dette',
  reserve: 'Account Level Reserve | Reserve | Rücklage | Réserve | Reserva | Riserva',
  orderRetrocharge: 'Order_Retrocharge | Order Retrocharge | Bestellung_Wiedereinzug',
  refundRetrocharge: 'Refund_Retrocharge | Refund Retrocharge | Erstattung_Rückbelastung',
  feeAdjustment: 'Fee Adjustment | Fee Adjustments | Gebührenanpassung | Ajustement de frais',
  amazonFees:
    'Amazon Fees | Amazon-Gebühren | Gebühren von Amazon | Frais Amazon | Tarifas de Amazon | Commissioni Amazon | Amazon-kosten | ' +
    'Amazon-avgifter | Opłaty Amazon | Amazon手数料',
  taxWithholding: 'Tax Withheld | Tax withholding | Tax',
  safetReimbursement:
    'SAFE-T Reimbursement | SAFE-T-Erstattung | Rimborso SAFE-T | SAFE-T-terugbetaling | SAFE-T-vergoeding | SAFE-T-återbetalning | ' +
    'Zwrot kosztów SAFE-T',
  postageRefund: 'Shipping Services Refund | Delivery Services Refund | Postage Refund',
} as const

export type TransactionTypeCode = keyof typeof names

const codes: ReadonlyMap<string, TransactionTypeCode> = new Map(
  (Object.keys(names) as TransactionTypeCode[]).flatMap(code => names[code].split(' | ').map(name => [normal(name), code] as const)),
)

function normal(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[\u200B-\u200F\u202A-\u202E\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const known = new Map<string, TransactionTypeCode | null>()

/** Code of a printed type, null where no language knows it. */
export function typeCodeOf(printed: string): TransactionTypeCode | null {
  let code = known.get(printed)
  if (code === undefined) {
    const name = normal(printed)
    code = codes.get(name) ?? codeOfDamaged(name)
    // bounded: a file of nonsense types must not grow the memory
    if (known.size < 2000) known.set(printed, code)
  }
  return code
}

/**
 * A lost letter (U+FFFD as Amazon itself writes it, `?` as Excel does where the code page lacks it) stands for any one, where that leaves
 * one code.
 */
function codeOfDamaged(name: string): TransactionTypeCode | null {
  if (!/[\uFFFD?]/.test(name)) return null
  const letters = [...name]
  const fits = (candidate: string): boolean => {
    const others = [...candidate]
    return others.length === letters.length && letters.every((letter, at) => letter === '\uFFFD' || letter === '?' || letter === others[at])
  }
  const found = new Set([...codes].filter(([candidate]) => fits(candidate)).map(([, code]) => code))
  const [only] = found
  return found.size === 1 && only !== undefined ? only : null
}

const released = new Set([
  'released',
  'freigegeben',
  'libéré',
  'libérée',
  'publié',
  'validé',
  'liberado',
  'liberada',
  'rilasciato',
  'rilasciata',
  'vrijgegeven',
  'frisläppt',
  'zwolniono',
  'リリース済み',
  '支払い実行済み',
  '支払い済み',
  'serbest bırakıldı',
  'oluşturuldu',
])
const deferred = new Set([
  'deferred',
  'aufgeschoben',
  'zurückgestellt',
  'verzögert',
  'différé',
  'différée',
  'diferido',
  'diferida',
  'aplazado',
  'aplazada',
  'differito',
  'differita',
  'uitgesteld',
  'uppskjuten',
  'odroczono',
  '保留',
  '繰延',
  'adiado',
  'ertelendi',
])

/** The date of release tells where the word is not known: only released lines have one. */
export function statusOf(printed: string, hasReleaseDate: boolean): 'released' | 'deferred' | null {
  const text = normal(printed)
  if (deferred.has(text)) return 'deferred'
  return released.has(text) || (text !== '' && hasReleaseDate) ? 'released' : null
}
