/** Carriers' files become parcels: control totals, files once more, late charges, past due items, voided labels, and what is refused. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, canonical } from '#platform/format/decimal.ts'
import { runImport } from '#platform/server/imports/run-import.ts'
import { openImports, type ImportHouse } from '../../../../test/setup/amazon-imports.ts'
import { encode } from '../../../../test/fixtures/amazon/encode.ts'
import { ediInvoice, fedexInvoice, legSheet, shipments, type Charge } from './made-files.ts'
import { carrierSources } from './carrier-tables.ts'
import { genuine, hasGenuine } from '../../../../test/setup/genuine.ts'

const path = '/FinanceFinalLegFee/importData'
let h: ImportHouse
let number = 0
beforeAll(async () => {
  h = await openImports()
})
afterAll(() => h.close())

const carrierOf = async (source: keyof typeof carrierSources, account = `C${(number += 1)}`): Promise<string> => {
  const made = await h.clerk.post('/FinanceCarrier/insert', {
    name: `${source} ${account}`,
    source: carrierSources[source][0],
    number: account,
  })
  expect(made, made.msg).toMatchObject({ code: 0 })
  return String(made.data.id)
}
const bring = (content: Buffer | string, carrierId: string, name = 'x.csv') => h.import(name, content, { path, owner: { carrierId } })
const accept = async (id: string) => {
  const said = await h.clerk.post('/fileImportHistory/accept', { id, reason: '与承运商核对过' })
  expect(said, said.msg).toMatchObject({ code: 0 })
  return h.run(id)
}
/** fee and surcharge by tracking number */
const parcels = async (carrierId: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await h.sql('select tracking_no as no, fee, surcharge from final_leg_fee where carrier_id = $1 order by 1', [carrierId])).map(row => [
      String(row['no']),
      `${canonical(String(row['fee']))} + ${canonical(String(row['surcharge']))}`,
    ]),
  )
const totalOf = async (carrierId: string): Promise<string> =>
  canonical(
    String(
      (await h.sql('select coalesce(sum(fee + surcharge), 0)::text as n from final_leg_fee where carrier_id = $1', [carrierId]))[0]?.['n'],
    ),
  )

const two = (prefix: string): Charge[] => [
  { tracking: `${prefix}1`, day: '09/01/2026', invoice: '9-111-00001', amount: '12.48' },
  { tracking: `${prefix}2`, day: '09/02/2026', invoice: '9-111-00001', amount: '28.35' },
  { tracking: `${prefix}2`, day: '09/02/2026', invoice: '9-111-00002', amount: '-28.35', what: 'Service failure credit (GSR)' },
  { tracking: `${prefix}1`, day: '09/01/2026', invoice: '9-111-00002', amount: '17.00', what: 'Address correction' },
]

describe('invoices', () => {
  test('credits and late charges go to their parcel; the same file once more, in other encodings, changes nothing', async () => {
    const account = '400100200'
    const carrierId = await carrierOf('fedex', account)
    const text = fedexInvoice(two('A'), { account, total: '29.48' })
    const first = await bring(text, carrierId)
    expect([first.state, first.lines.merged]).toEqual(['done', 4])
    const sums = { A1: '12.48 + 17', A2: '28.35 + -28.35' }
    expect(await parcels(carrierId)).toEqual(sums)
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    for (const again of [text, wide, Buffer.from(`\uFEFF${text}`)]) {
      const report = await bring(again, carrierId)
      expect([report.state, report.lines.merged, report.lines.unchanged]).toEqual(['done', 0, 4])
    }
    expect(await parcels(carrierId)).toEqual(sums)
  })
  test('a stated total that does not follow waits with both figures; merged whole after a yes, and the difference stays open', async () => {
    const carrierId = await carrierOf('fedex', '400100201')
    const waiting = await bring(fedexInvoice(two('B'), { account: '400100201', total: '50.48' }), carrierId)
    expect(waiting.state).toBe('waiting')
    expect(JSON.stringify(waiting)).toContain('50.48')
    expect(JSON.stringify(waiting)).toContain('29.48')
    expect(await parcels(carrierId)).toEqual({})
    expect((await accept(waiting.id)).state).toBe('done')
    expect(await totalOf(carrierId)).toBe('29.48')
    const found = await h.sql('select stated::text, found::text, state from import_finding where import_id = $1', [waiting.id])
    expect(found.map(row => [canonical(String(row['stated'])), canonical(String(row['found']))])).toEqual([['50.48', '29.48']])
  })
  test('an invoice of another account is refused, naming both', async () => {
    const carrierId = await carrierOf('fedex', '400100299')
    const report = await bring(fedexInvoice(two('Q'), { account: '400100300', total: '29.48' }), carrierId)
    expect(report.errors[0]?.reason).toMatch(/400100300.*400100299/)
  })
  test('a past due item counts once: in its file, in a later one, and alone', async () => {
    const carrierId = await carrierOf('fedex')
    const [one, past] = [
      { invoice: '812345601', tracking: 'E1', net: '12.48', fuel: '1.75', resi: '0.00', stated: '12.48' },
      { type: 'Past Due', invoice: '812345601', tracking: 'E1', net: '12.48', fuel: '1.75', resi: '0.00', stated: '12.48' },
    ]
    const first = await bring(ediInvoice([one, past]), carrierId)
    expect([first.state, first.lines.merged]).toEqual(['done', 1])
    expect(JSON.stringify(first)).toContain('Past Due')
    const later = await bring(ediInvoice([past]), carrierId)
    expect([later.state, later.lines.merged, later.lines.unchanged]).toEqual(['done', 0, 1])
    expect(await parcels(carrierId)).toEqual({ E1: '10.73 + 1.75' })
    const alone = await bring(ediInvoice([{ ...past, tracking: 'E9', invoice: '812345609' }]), carrierId)
    expect(alone.lines.merged).toBe(1)
    const parts = await bring(ediInvoice([{ ...one, tracking: 'E5', invoice: '812345605', resi: '1.00', freight: '10.00' }]), carrierId)
    expect(parts.state).toBe('waiting')
  })
  test('refused: cut, an amount that is none, a head twice', async () => {
    const carrierId = await carrierOf('fedex', '400100202')
    const text = fedexInvoice(two('C'), { account: '400100202' })
    const reasonOf = async (content: string): Promise<string> => {
      const report = await bring(content, carrierId)
      expect(report.state).toBe('refused')
      return report.errors[0]?.reason ?? ''
    }
    expect(await reasonOf(text.slice(0, -22))).toMatch(/不完整/)
    expect(await reasonOf(text.replace('$12.48', '$12.4x'))).toMatch(/不是金额/)
    expect(await reasonOf(text + text)).toMatch(/又是表头/)
    expect(await parcels(carrierId)).toEqual({})
  })
})

describe('shipping software and sheets', () => {
  test('voided and return labels never count; an invoice takes the place of the label’s fee, and gives it back', async () => {
    const [software, fedex] = [await carrierOf('shipstation'), await carrierOf('fedex', '400100203')]
    const report = await bring(
      shipments([
        { id: '1', tracking: 'S1', order: '114-1', fee: '11.67' },
        { id: '2', tracking: 'S2', order: '114-2', fee: '13.6', voided: true },
        { id: '3', tracking: 'S3', order: '114-3', fee: '9.99', isReturn: true },
        { id: '4', tracking: 'S4', order: '114-1', fee: '8.00' },
      ]),
      software,
    )
    expect([report.state, report.lines.merged]).toEqual(['done', 4])
    expect(await totalOf(software)).toBe('19.67')
    expect(await h.sql("select shipped_on::text as day, order_no from final_leg_fee where tracking_no = 'S1'")).toEqual([
      { day: '2024-12-02', order_no: '114-1' },
    ])
    const invoice = await bring(
      fedexInvoice([{ tracking: 'S1', day: '12/02/2024', invoice: '9-222-00001', amount: '12.10' }], {
        account: '400100203',
        total: '12.10',
      }),
      fedex,
    )
    expect(await h.sql("select fee::float, order_no, source from final_leg_fee where tracking_no = 'S1'")).toEqual([
      { fee: 12.1, order_no: '114-1', source: 1 },
    ])
    await h.clerk.post('/fileImportHistory/delete', { id: invoice.id })
    expect(await h.sql("select fee::float, source from final_leg_fee where tracking_no = 'S1'")).toEqual([{ fee: 11.67, source: 3 }])
    const voided = await bring(shipments([{ id: '4', tracking: 'S4', order: '114-1', fee: '8.00', voided: true }]), software)
    expect(voided.lines.merged).toBe(0)
    expect(await totalOf(software)).toBe('11.67')
  })
  test('our own sheet, also in GBK; a tracking number of two orders is refused, naming both', async () => {
    const carrierId = await carrierOf('other')
    const rows = [
      ['T1', '200-1', '2026-10-02', 'Ground', '5', '2.5', '10.00', '1.50', 'USD', ''],
      ['T2', '200-2', '45931', 'Ground', '', '', '7.25', '', 'USD', '偏远'],
    ]
    const report = await bring(encode(legSheet(rows), 'gb18030'), carrierId)
    expect([report.state, report.lines.merged]).toEqual(['done', 2])
    expect(await parcels(carrierId)).toEqual({ T1: '10 + 1.5', T2: '7.25 + 0' })
    const again = await bring(legSheet(rows), carrierId)
    expect([again.lines.merged, again.lines.unchanged]).toEqual([0, 2])
    const clash = await bring(legSheet([['T1', '200-9', '2026-10-03', '', '', '', '3.00', '', 'USD', '']]), carrierId)
    expect(clash.errors[0]?.reason).toBe('跟踪号 T1 对应多个订单：200-1、200-9。一个包裹只能属于一个订单，请在文件里改正后再导入')
    const tooLarge = await bring(legSheet([['T3', '', '2026-10-03', '', '', '', '99999999999999999999.00', '', 'USD', '']]), carrierId)
    expect([tooLarge.state, tooLarge.errors[0]?.reason]).toEqual(['refused', '文件里有过大的数值，请核对数量和金额后再导入'])
    const wide = Buffer.from(`\uFEFF${legSheet([['T4', '', '2026-10-03', 'a\0b', '', '', '1.00', '', 'USD', '']])}`, 'utf16le')
    const nul = await bring(wide, carrierId)
    expect([nul.state, nul.errors[0]?.reason]).toEqual(['refused', '文件里有无法保存的字符，请重新下载或另存后再导入'])
    expect(await totalOf(carrierId)).toBe('18.75')
    // files that came are read again by their row: what is there stays; an id that no row has is refused
    const ofLegs = { pageSize: 100, conditionList: [{ field: 'family', condition: 'EQ', value: 'finalLeg' }] }
    const came = (await h.clerk.post('/dataArrival/list', ofLegs)).data
    const read = await h.clerk.post('/dataArrival/readAgain', { ids: [came.list.find((row: { files: number }) => row.files > 0).id] })
    expect(read, read.msg).toMatchObject({ code: 0 })
    for (const importId of read.data.importIds) expect((await h.run(importId)).lines.merged).toBe(0)
    const idOf = (owner: string, month: string) => Buffer.from(JSON.stringify([owner, month])).toString('base64url')
    for (const id of [
      idOf(`finalLeg ${'9'.repeat(30)} 0`, '2026-10-01'),
      idOf('finalLeg 0 1', '2026-99-01'),
      idOf('none 0 1', '2026-10-01'),
      'x',
    ])
      expect((await h.clerk.post('/dataArrival/readAgain', { ids: [id] })).code).toBe(1004)
  })
})

test('an invoice with a tracking number of two orders is refused, naming both; nothing of it is kept', async () => {
  const carrierId = await carrierOf('other')
  const head = '发货日期,账单号,账单合计,跟踪号,订单号,服务,分区,重量,运费,附加费,金额,币种,费用说明'
  const item = (tracking: string, order: string, amount: string) =>
    `2026-10-02,INV-1,17.00,${tracking},${order},Ground,5,2.5,${amount},0,${amount},USD,`
  const refused = await bring([head, item('TT1', '300-1', '10.00'), item('TT1', '300-2', '7.00'), ''].join('\n'), carrierId)
  expect([refused.state, refused.errors[0]?.reason]).toEqual([
    'refused',
    '跟踪号 TT1 对应多个订单：300-1、300-2。一个包裹只能属于一个订单，请在文件里改正后再导入',
  ])
  expect(await totalOf(carrierId)).toBe('0')
})

describe('by hand', () => {
  test('a parcel entered by hand gives way to its file and comes back; what a file told is not changed', async () => {
    const carrierId = await carrierOf('other')
    const made = await h.clerk.post('/FinanceFinalLegFee/insert', {
      carrierId,
      trackingNo: 'H1',
      orderNo: '300-1',
      shippedOn: '2026-10-05',
      fee: '5',
      surcharge: '0.5',
      currency: 'USD',
    })
    expect(made, made.msg).toMatchObject({ code: 0 })
    const twice = await h.clerk.post('/FinanceFinalLegFee/insert', {
      carrierId,
      trackingNo: 'H1',
      shippedOn: '2026-10-05',
      fee: '5',
      currency: 'USD',
    })
    expect(twice.code).toBe(1002)
    const report = await bring(legSheet([['H1', '', '2026-10-05', '', '', '', '6.00', '', 'USD', '']]), carrierId)
    expect(await parcels(carrierId)).toEqual({ H1: '6 + 0' })
    const [row] = (
      await h.clerk.post('/FinanceFinalLegFee/list', {
        pageNum: 1,
        pageSize: 10,
        conditionList: [{ field: 'trackingNo', condition: 'EQ', value: 'H1' }],
      })
    ).data.list
    const changed = await h.clerk.post('/FinanceFinalLegFee/update', { id: row.id, version: row.version, fee: '1' })
    expect(changed.msg).toBe('文件导入的包裹不能改运费，请删除那次导入，或更正文件后重新导入')
    await h.clerk.post('/fileImportHistory/delete', { id: report.id })
    expect(await parcels(carrierId)).toEqual({ H1: '5 + 0.5' })
    const gone = await h.clerk.post('/FinanceFinalLegFee/batchDelete', { ids: [row.id] })
    expect(gone, gone.msg).toMatchObject({ code: 0 })
    expect(await parcels(carrierId)).toEqual({})
  })
  test('two people import one file at once: it counts once', async () => {
    const carrierId = await carrierOf('other')
    const file = legSheet([['W1', '', '2026-10-05', '', '', '', '6.00', '', 'USD', '']])
    const other = await h.signIn('admin')
    const ids = [
      await h.order('1.csv', file, { path, owner: { carrierId } }),
      await h.order('2.csv', file, { path, owner: { carrierId }, as: other }),
    ]
    await Promise.all(ids.map(id => runImport(h.house, id, new AbortController().signal)))
    expect(await parcels(carrierId)).toEqual({ W1: '6 + 0' })
  })
  test('a person without the right reaches nothing', async () => {
    const keeper = await h.signIn('keeper')
    expect((await keeper.post('/FinanceFinalLegFee/list', {})).code).toBe(1003)
    expect((await keeper.post('/FinanceCarrierCharge/list', {})).code).toBe(1003)
  })
})

const sample = (name: string): Buffer => readFileSync(genuine(name))
describe.runIf(hasGenuine('carrier-invoices'))('genuine and public files', () => {
  test('FedEx states 156.74, its lines are 135.74: waits, then each parcel has its net', async () => {
    const carrierId = await carrierOf('fedex', '000000000')
    const waiting = await bring(sample('carrier-invoices/fedex-2026-09.csv'), carrierId)
    expect([waiting.state, JSON.stringify(waiting).includes('156.74'), JSON.stringify(waiting).includes('135.74')]).toEqual([
      'waiting',
      true,
      true,
    ])
    await accept(waiting.id)
    const control = JSON.parse(sample('carrier-invoices/control-totals.json').toString())['fedex-2026-09.csv']
    const nets = Object.fromEntries(
      Object.entries(await parcels(carrierId)).map(([no, sums]) => [no, canonical(sums.split(' + ').reduce((a, b) => add(a, b)))]),
    )
    expect(nets).toEqual(Object.fromEntries(Object.entries<string>(control.net_by_tracking).map(([no, net]) => [no, canonical(net)])))
    expect(await totalOf(carrierId)).toBe('135.74')
    const byInvoice = await h.sql(
      'select invoice_no, sum(fee + surcharge)::text as sum from carrier_charge where carrier_id = $1 group by 1',
      [carrierId],
    )
    expect(Object.fromEntries(byInvoice.map(row => [String(row['invoice_no']), Number(row['sum'])]))).toEqual(
      Object.fromEntries(Object.entries<string>(control.by_invoice).map(([no, net]) => [no, Number(net)])),
    )
  })
  test('the electronic invoice: four items, 9.25, the past due one not again; its invoices state other sums', async () => {
    const carrierId = await carrierOf('fedex')
    const waiting = await bring(sample('carrier-invoices/fedex-edi-2026-09.csv'), carrierId)
    expect([waiting.state, JSON.stringify(waiting).includes('65.8'), JSON.stringify(waiting).includes('26.58')]).toEqual([
      'waiting',
      true,
      true,
    ])
    const report = await accept(waiting.id)
    expect(report.lines.merged).toBe(4)
    const [row] = await h.sql('select sum(fee + surcharge)::float as n from carrier_charge where carrier_id = $1', [carrierId])
    expect(row?.['n']).toBe(9.25)
  })
  test('ShipStation: 11 parcels, 153.96', async () => {
    const carrierId = await carrierOf('shipstation')
    const report = await bring(sample('shipstation-shipments/2024-12-shipments.csv'), carrierId)
    expect([report.state, report.lines.merged]).toEqual(['done', 11])
    expect(await totalOf(carrierId)).toBe('153.96')
    const again = await bring(sample('shipstation-shipments/2024-12-shipments.csv'), carrierId)
    expect([again.lines.merged, again.lines.unchanged]).toEqual([0, 11])
  })
})
