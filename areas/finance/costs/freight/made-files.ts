/** Files as carriers and shipping software write them, for the demo company and tests. */
export interface Charge {
  readonly tracking: string
  /** MM/DD/YYYY */
  readonly day: string
  readonly invoice: string
  readonly amount: string
  readonly what?: string
}
const dollars = (amount: string): string => (amount.startsWith('-') ? `-$${amount.slice(1)}` : `$${amount}`)
const fedexHead =
  'Bill to Account Number,Invoice Date,Invoice Number,Express or Ground Tracking ID,' +
  'Shipment Date,Service Type,Tracking ID Charge Description,Net Charge Amount'

export const fedexInvoice = (
  charges: readonly Charge[],
  { account, total }: { readonly account: string; readonly total?: string },
): string =>
  [
    fedexHead,
    ...charges.map(c => [account, '09/08/2026', c.invoice, c.tracking, c.day, 'FedEx Ground', c.what ?? '', dollars(c.amount)].join(',')),
    ...(total === undefined ? [] : [`,,,,,,Total,${dollars(total)}`]),
    '',
  ].join('\n')

export interface Item {
  readonly type?: string
  readonly invoice: string
  readonly tracking: string
  readonly net: string
  readonly freight?: string
  readonly fuel: string
  readonly resi: string
  /** of the whole invoice */
  readonly stated: string
}
export const ediInvoice = (items: readonly Item[]): string =>
  [
    'Invoice Number,Invoice Date,Type,Inv Charge,Tracking Number,Ship Date,Service,Net Chrg,Freight Amt,Fuel Amt,Resi Amt',
    ...items.map(i => {
      const freight = i.freight ?? (Number(i.net) - Number(i.fuel) - Number(i.resi)).toFixed(2)
      return [i.invoice, '20260908', i.type ?? 'Original', i.stated, i.tracking, '20260901', 'Ground', i.net, freight, i.fuel, i.resi].join(
        ',',
      )
    }),
    '',
  ].join('\n')

export interface Label {
  readonly id: string
  readonly tracking: string
  readonly order: string
  readonly fee: string
  readonly voided?: boolean
  readonly isReturn?: boolean
  /** absent: 2 December 2024, as a workbook counts it */
  readonly day?: string
}
export const shipments = (labels: readonly Label[]): string =>
  [
    'ShipmentID,Voided,ShipDate,TrackingNumber,CarrierFee,InsuranceCost,Weight,IsReturnLabel,ServiceCode,OrderNumber,ProviderName,Zone',
    ...labels.map(l =>
      [
        l.id,
        l.voided ? 'TRUE' : 'FALSE',
        l.day ?? '45628.40814',
        l.tracking,
        l.fee,
        '0',
        '80',
        l.isReturn ? 'TRUE' : 'FALSE',
        'Ground',
        l.order,
        'FedEx',
        '5',
      ].join(','),
    ),
    '',
  ].join('\n')

/** Rows of our own sheet. */
export const legSheet = (rows: readonly (readonly string[])[]): string =>
  `${['跟踪号,订单号,发货日期,服务,分区,重量,运费,附加费,币种,费用说明', ...rows.map(row => row.join(','))].join('\r\n')}\r\n`

export interface Packed {
  readonly sku: string
  readonly name: string
  readonly quantity: string
  readonly cartons: string
  readonly volume: string
  readonly gross: string
  readonly net: string
  readonly price: string
}
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
/** A packing list with both heads, as manufacturers write it. */
export const packingList = (packed: readonly Packed[]): string =>
  [
    'S/N,Part Number,EPR Part Name,Quantity,Total Carton Quantity,Total Volume (CBM),' +
      'Total Gross Weight (kg),Total Net Weight (kg),"Unit Price (Excl. Tax, CNY)"',
    '序号,料号,EPR物料名称,数量,总件数,总体积,总毛重,总净重,采购单价(不含税)',
    ...packed.map((p, at) => [String(at + 1), p.sku, quoted(p.name), p.quantity, p.cartons, p.volume, p.gross, p.net, p.price].join(',')),
    '',
  ].join('\n')
