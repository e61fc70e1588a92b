/**
 * Column headers of the date-range (transaction) report in every language Amazon prints it in. ' | ' separates variants (marketplaces sharing a language).
 * Source: genuine reports and their public importers; "account type" outside English as seen in unified reports. Pure.
 */

export const reportLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'sv', 'pl', 'ja', 'es-MX', 'pt-BR', 'tr'] as const
export type ReportLanguage = (typeof reportLanguages)[number]

/** Money columns before the total, in the report's order; their sum is the total. */
export const amountColumns = [
  'productSales', 'productSalesTax', 'shippingCredits', 'shippingCreditsTax', 'giftWrapCredits', 'giftWrapCreditsTax', 'regulatoryFee', 'regulatoryFeeTax',
  'pointsGranted', 'promotionalRebates', 'promotionalRebatesTax', 'salesTaxCollected', 'marketplaceFacilitatorTax', 'marketplaceWithheldTax',
  'sellingFees', 'fbaFees', 'otherTransactionFees', 'other',
] as const
export type AmountColumn = (typeof amountColumns)[number]

/** Columns that describe the transaction, in the report's order. */
export const describingColumns = [
  'postedAt', 'settlementId', 'type', 'orderId', 'sku', 'description', 'quantity', 'marketplace', 'accountType', 'fulfillment', 'city', 'state', 'postal', 'taxModel',
] as const

export type ReportColumn = (typeof describingColumns)[number] | AmountColumn | 'total' | 'status' | 'releasedAt'

export const headerNames: Readonly<Record<ReportColumn, Partial<Record<ReportLanguage, string>>>> = {
  postedAt: {
    en: 'date/time', de: 'Datum/Uhrzeit', fr: 'date/heure', es: 'fecha y hora', it: 'Data/Ora:', nl: 'datum/tijd', sv: 'datum/tid',
    pl: 'data/godzina', ja: '日付/時間', 'es-MX': 'fecha/hora', 'pt-BR': 'data/hora', tr: 'tarih/saat',
  },
  settlementId: {
    en: 'settlement id', de: 'Abrechnungsnummer', fr: 'numéro de versement | Identifiant du paiement', es: 'identificador de pago',
    it: 'Numero pagamento', nl: 'schikkings-ID', sv: 'reglerings-id', ja: '決済番号',
  },
  type: {
    en: 'type', de: 'Typ', fr: 'type', es: 'tipo', it: 'Tipo', nl: 'type', sv: 'typ', pl: 'typ | tip', ja: 'トランザクションの種類', 'es-MX': 'tipo',
    'pt-BR': 'tipo', tr: 'tip',
  },
  orderId: {
    en: 'order id', de: 'Bestellnummer', fr: 'numéro de la commande', es: 'número de pedido', it: 'Numero ordine', nl: 'bestelnummer',
    sv: 'beställnings-id', pl: 'identyfikator zamówienia', ja: '注文番号', 'es-MX': 'Id. del pedido', 'pt-BR': 'id do pedido', tr: 'sipariş no.',
  },
  sku: {
    en: 'sku', de: 'SKU', fr: 'sku', es: 'sku', it: 'SKU', nl: 'sku', sv: 'sku', pl: 'sku', ja: 'SKU', 'es-MX': 'sku', 'pt-BR': 'sku', tr: 'sku',
  },
  description: {
    en: 'description', de: 'Beschreibung', fr: 'description', es: 'descripción', it: 'Descrizione', nl: 'beschrijving', sv: 'beskrivning',
    pl: 'opis', ja: '説明', 'es-MX': 'descripción', 'pt-BR': 'descrição', tr: 'açıklama',
  },
  quantity: {
    en: 'quantity', de: 'Menge', fr: 'quantité', es: 'cantidad', it: 'Quantità', nl: 'aantal', sv: 'antal', pl: 'ilość', ja: '数量',
    'es-MX': 'cantidad', 'pt-BR': 'quantidade', tr: 'adet',
  },
  marketplace: {
    en: 'marketplace', de: 'Marketplace', fr: 'Marketplace | site de vente', es: 'web de Amazon', it: 'Marketplace', nl: 'marketplace',
    sv: 'marknadsplats', pl: 'rynek', ja: 'Amazon 出品サービス', 'es-MX': 'marketplace', 'pt-BR': 'mercado', tr: 'pazar yeri',
  },
  accountType: {
    en: 'account type', de: 'Kontotyp', fr: 'type de compte', es: 'tipo de cuenta', it: 'tipo di account | tipo account', nl: 'accounttype',
    sv: 'kontotyp', pl: 'typ konta', ja: 'アカウントの種類 | アカウントタイプ', 'es-MX': 'tipo de cuenta', 'pt-BR': 'tipo de conta', tr: 'hesap türü',
  },
  fulfillment: {
    en: 'fulfillment | fulfilment', de: 'Versand', fr: 'traitement | expédition', es: 'gestión logística', it: 'Gestione', nl: 'fulfillment',
    sv: 'leverans', pl: 'realizacja', ja: 'フルフィルメント', 'es-MX': 'cumplimiento', 'pt-BR': 'atendimento', tr: 'gönderim',
  },
  city: {
    en: 'order city', de: 'Ort der Bestellung', fr: "ville d'où provient la commande", es: 'ciudad de procedencia del pedido',
    it: "Città di provenienza dell'ordine", nl: 'bestelling stad', sv: 'stad för beställning', ja: '市町村',
  },
  state: {
    en: 'order state', de: 'Bundesland', fr: "Région d'où provient la commande", es: 'comunidad autónoma de procedencia del pedido',
    it: "Provincia di provenienza dell'ordine", nl: 'status bestelling', sv: 'delstat för beställning', ja: '都道府県',
  },
  postal: {
    en: 'order postal', de: 'Postleitzahl', fr: 'code postal de la commande', es: 'código postal de procedencia del pedido', it: "CAP dell'ordine",
    nl: 'bestelling per post', sv: 'postadress för beställning', ja: '郵便番号',
  },
  taxModel: {
    en: 'tax collection model', de: 'Steuererhebungsmodell', fr: 'Modèle de perception des taxes', es: 'Formulario de recaudación de impuestos',
    it: 'modello di riscossione delle imposte', ja: '税金徴収型',
  },
  productSales: {
    en: 'product sales', de: 'Umsätze', fr: 'ventes de produits', es: 'ventas de productos', it: 'Vendite', nl: 'verkoop van producten',
    sv: 'försäljning av produkter', pl: 'sprzedaż produktów', ja: '商品売上', 'es-MX': 'ventas de productos', 'pt-BR': 'vendas do produto',
    tr: 'ürün satışları',
  },
  productSalesTax: {
    en: 'product sales tax', de: 'Produktumsatzsteuer', fr: 'Taxes sur la vente des produits', es: 'impuesto de ventas de productos',
    it: 'imposta sulle vendite dei prodotti', ja: '商品の売上税', 'es-MX': 'impuesto de ventas de productos', 'pt-BR': 'imposto de vendas coletados',
  },
  shippingCredits: {
    en: 'shipping credits | postage credits', de: 'Gutschrift für Versandkosten', fr: "crédits d'expédition", es: 'abonos de envío',
    it: 'Accrediti per le spedizioni', nl: 'Verzendtegoeden', sv: 'fraktkrediter', pl: 'noty kredytowe za wysyłkę', ja: '配送料',
    'es-MX': 'créditos de envío', 'pt-BR': 'créditos de remessa', tr: 'kargo kredileri',
  },
  shippingCreditsTax: {
    en: 'shipping credits tax', de: 'Steuer auf Versandgutschrift', fr: 'taxe sur les crédits d’expédition', es: 'impuestos por abonos de envío',
    it: 'imposta accrediti per le spedizioni', ja: '配送料の税金', 'es-MX': 'impuesto de abono de envío',
  },
  giftWrapCredits: {
    en: 'gift wrap credits', de: 'Gutschrift für Geschenkverpackung', fr: "crédits sur l'emballage cadeau", es: 'abonos de envoltorio para regalo',
    it: 'Accrediti per confezioni regalo', nl: 'kredietpunten cadeauverpakking', sv: 'krediter för presentinslagning', ja: 'ギフト包装手数料',
    'es-MX': 'créditos por envoltorio de regalo', 'pt-BR': 'créditos de embalagem de presente',
  },
  giftWrapCreditsTax: {
    en: 'giftwrap credits tax | gift wrap credits tax', de: 'Steuer auf Geschenkverpackungsgutschriften', fr: 'Taxes sur les crédits cadeaux',
    es: 'impuestos por abonos de envoltorio para regalo', it: 'imposta sui crediti confezione regalo', ja: 'ギフト包装クレジットの税金',
    'es-MX': 'impuesto de créditos de envoltura',
  },
  regulatoryFee: {
    en: 'Regulatory Fee', 'es-MX': 'Tarifa reglamentaria',
  },
  regulatoryFeeTax: {
    en: 'Tax On Regulatory Fee', 'es-MX': 'Impuesto sobre tarifa reglamentaria',
  },
  pointsGranted: {
    ja: 'Amazonポイントの費用',
  },
  promotionalRebates: {
    en: 'promotional rebates', de: 'Rabatte aus Werbeaktionen', fr: 'Rabais promotionnels | Total des réductions',
    es: 'devoluciones promocionales', it: 'Sconti promozionali', nl: 'promotiekortingen', sv: 'kampanjrabatter', pl: 'rabaty promocyjne',
    ja: 'プロモーション割引額', 'es-MX': 'descuentos promocionales', 'pt-BR': 'descontos promocionais', tr: 'promosyon indirimleri',
  },
  promotionalRebatesTax: {
    en: 'promotional rebates tax', de: 'Steuer auf Aktionsrabatte', fr: 'Taxes sur les remises promotionnelles',
    es: 'impuestos de descuentos por promociones', it: 'imposta sugli sconti promozionali', ja: 'プロモーション割引の税金',
    'es-MX': 'impuesto de reembolsos promocionales',
  },
  salesTaxCollected: {
    en: 'sales tax collected', fr: 'taxe de ventes prélevée', nl: 'geïnde omzetbelasting', sv: 'Inkasserad moms',
  },
  marketplaceFacilitatorTax: {
    en: 'Marketplace Facilitator Tax', fr: 'Taxe Marketplace Facilitator', nl: 'Belasting voor marketplace-facilitator',
    sv: 'Skatt för marknadsplatsförmedlare', pl: 'pobrany podatek od sprzedaży',
  },
  marketplaceWithheldTax: {
    en: 'marketplace withheld tax', de: 'Einbehaltene Steuer auf Marketplace', fr: 'Taxes retenues sur le site de vente',
    es: 'impuesto retenido en el sitio web', it: 'trattenuta IVA del marketplace', ja: '源泉徴収税を伴うマーケットプレイス',
    'es-MX': 'impuesto de retenciones en la plataforma',
  },
  sellingFees: {
    en: 'selling fees', de: 'Verkaufsgebühren', fr: 'frais de vente', es: 'tarifas de venta', it: 'Commissioni di vendita', nl: 'verkoopkosten',
    sv: 'försäljningsavgifter', pl: 'opłaty za sprzedaż', ja: '手数料', 'es-MX': 'tarifas de venta', 'pt-BR': 'tarifas de venda',
    tr: 'satış ücretleri',
  },
  fbaFees: {
    en: 'fba fees | Fulfilment by Amazon fees', de: 'Gebühren zu Versand durch Amazon',
    fr: 'Frais Expédié par Amazon | Frais pour le service Expédié par Amazon', es: 'tarifas de Logística de Amazon',
    it: 'Costi del servizio Logistica di Amazon', nl: 'fba-vergoedingen', sv: 'fba-avgifter', pl: 'opłaty za fba', ja: 'FBA 手数料',
    'es-MX': 'tarifas fba', 'pt-BR': 'taxas fba', tr: 'Amazon Lojistik ücretleri',
  },
  otherTransactionFees: {
    en: 'other transaction fees', de: 'Andere Transaktionsgebühren', fr: 'autres frais de transaction', es: 'tarifas de otras transacciones',
    it: 'Altri costi relativi alle transazioni', nl: 'overige transactiekosten', sv: 'övriga transaktionsavgifter', pl: 'inne opłaty transakcyjne',
    ja: 'トランザクションに関するその他の手数料', 'es-MX': 'tarifas de otra transacción', 'pt-BR': 'taxas de outras transações', tr: 'diğer işlem ücretleri',
  },
  other: {
    en: 'other', de: 'Andere', fr: 'autre | autres', es: 'otro', it: 'Altro', nl: 'overige', sv: 'Övrigt', pl: 'inne', ja: 'その他', 'es-MX': 'otro',
    'pt-BR': 'outro', tr: 'diğer',
  },
  total: {
    en: 'total', de: 'Gesamt', fr: 'total', es: 'total', it: 'totale', nl: 'totaal', sv: 'totalt', pl: 'suma', ja: '合計', 'es-MX': 'total',
    'pt-BR': 'total', tr: 'toplam',
  },
  status: {
    en: 'Transaction Status', de: 'Transaktionsstatus', fr: 'Statut de la transaction', es: 'Estado de la transacción',
    it: 'Stato della transazione', nl: 'Transactiestatus', ja: 'トランザクションのステータス',
  },
  releasedAt: {
    en: 'Transaction Release Date', de: 'Freigabedatum der Transaktion', fr: 'Date de sortie de la transaction',
    es: 'Fecha de liberación de la transacción', it: 'Data di rilascio della transazione', nl: 'Publicatiedatum van transactie',
    sv: 'Transaktionens utgivningsdatum', ja: 'トランザクション開始日',
  },
}

/** Every variant of a column's name in one language. */
export function namesOf(column: ReportColumn, language: ReportLanguage): string[] {
  return headerNames[column][language]?.split(' | ') ?? []
}
