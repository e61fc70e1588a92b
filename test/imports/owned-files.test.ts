/**
 * Every kind of file that belongs to another owner than a shop, from the registry: a file of each sheet layout is written from the layout
 * alone. Taken once whatever it is saved as, nothing of a bad one kept, only into an owner that fits, and the state before given back when
 * its imports are deleted. A family or a kind without a way to write its file fails here. Other forms of a file and bad ones are tried
 * with one kind of each shape; `npm test -- --all` tries every kind.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SheetLayout } from '#platform/declare/sheet-layout.ts'
import type { ImportDetails } from '#platform/declare/wire.ts'
import { areas } from '#areas/index.ts'
import { attendance } from '#areas/attendance/index.ts'
import { hr } from '#areas/hr/index.ts'
import { workflow } from '#areas/workflow/index.ts'
import { bankLayouts } from '#areas/finance/bank/statements/layouts.ts'
import { banks } from '#areas/finance/bank/statements/tables.ts'
import { carrierLayouts } from '#areas/finance/costs/freight/carrier-layouts.ts'
import { carrierSources } from '#areas/finance/costs/freight/carrier-tables.ts'
import { packingList } from '#areas/finance/costs/freight/made-files.ts'
import { orderSheet } from '#areas/supply/platform/made-sheet.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { encode } from '../fixtures/amazon/encode.ts'
import { openImports, type ImportHouse } from '../setup/amazon-imports.ts'
import { camtStatement, mt940Statement, ofxStatement } from '../setup/bank-files.ts'
import { deviceFiles } from '../setup/device-files.ts'
import { changedAmount, doubledLine, lastLine, tableOf, textOf, type Table } from '../setup/file-table.ts'
import { currencyOfLayout, fileOfLayout, isHeldTogether } from '../setup/layout-file.ts'
import { lockedWorkbook, madeXls } from '../setup/made-xls.ts'
import { madeZip, workbookOfRows } from '../setup/made-workbook.ts'
import type { Person } from '../setup/demo-house.ts'
import { oneOfEachShape } from '../setup/shapes.ts'

type Made = 'waiting' | 'refused' | 'counted' | 'same'
interface Owner {
  readonly number: string
  /** as layouts call whose files look so; '': anybody's */
  readonly source: string
  readonly currency: string
}
/** A file, what owner it fits, and what becomes of a line that stands twice in it and of another amount. */
interface Sample extends Owner {
  readonly table: Table | null
  readonly content: string
  readonly doubled: Made
  readonly changed: Made
  /** another owner of the same kind is told by the file itself */
  readonly isNamed: boolean
}
interface Way {
  readonly path: string
  /** input of the call that names the owner */
  readonly field: string
  readonly layouts: readonly SheetLayout[]
  /** kinds that are no tables of one layout */
  readonly others: Readonly<Record<string, Sample>>
  owner(of: Owner): Promise<string>
  /** who takes such files; absent: finance */
  readonly as?: 'admin'
}

let h: ImportHouse
beforeAll(async () => {
  h = await openImports(undefined, false, false, [hr, workflow, attendance])
})
afterAll(() => h?.close())

const clerkOf = async ({ as }: Pick<Way, 'as'>): Promise<Person> => (as === undefined ? h.clerk : h.signIn(as))
async function made(path: string, values: object, as?: 'admin'): Promise<string> {
  const answer = await (await clerkOf(as === undefined ? {} : { as })).post(path, values)
  expect(answer, answer.msg).toMatchObject({ code: 0 })
  return String(answer.data.id)
}
const tagged = (content: string, number: string, currency: string): Sample => ({
  content,
  number,
  currency,
  table: null,
  source: '',
  isNamed: true,
  doubled: 'waiting',
  changed: 'waiting',
})
const packed = [
  { sku: 'P-1', name: '轨道', quantity: '3', cartons: '1', volume: '0.50', gross: '4.70', net: '4.00', price: '100.00' },
  { sku: 'P-2', name: '齿轮', quantity: '5', cartons: '2', volume: '0.25', gross: '2.10', net: '2.00', price: '50.00' },
]
const legRows = ['HJ-SHEET,A-1,灯,100,5,1.20,80.00,70.00,5000,321.50,CNY', 'HJ-SHEET,A-2,架,50,2,0.40,20.00,18.00,900,80.25,CNY']
const leg = `货件号,SKU,品名,数量,箱数,体积,毛重,净重,申报价值,头程费用,币种\r\n${legRows.join('\r\n')}\r\n`
const ofShipment = (content: string, number: string, isNamed: boolean): Sample => ({
  content,
  number,
  isNamed,
  source: '',
  currency: 'CNY',
  table: tableOf(content, undefined),
  // a consignment has one list
  doubled: 'refused',
  changed: 'refused',
})

const goods = ['1', '2'].map(no => ({ title: `轨道 ${no}`, price: '12.50', quantity: `${no}0`, offer: `77${no}`, sku: `S${no}` }))
// without the mark at its begin
const ordered = orderSheet([
  { no: '4100000001', seller: '义乌厂', status: '等待买家收货', day: '2026-10-18 10:30:00', paid: '375.00', way: ['中通', 'ZT1'], goods },
]).slice(1)

const ways: Readonly<Record<string, Way>> = {
  bankStatement: {
    path: '/FinanceBankStatement/importData',
    field: 'accountId',
    layouts: bankLayouts,
    others: {
      ofx: tagged(ofxStatement(1, '7700001'), '7700001', 'USD'),
      camt053: tagged(camtStatement('82.50'), 'DE02120300000000202051', 'EUR'),
      mt940: tagged(mt940Statement('0417164301'), '0417164301', 'EUR'),
    },
    owner: ({ number, source, currency }) =>
      made('/BankAccount/insert', { name: `户 ${number}`, bank: (ownValue(banks, source) ?? banks.ccb)[0], number, currency }),
  },
  finalLeg: {
    path: '/FinanceFinalLegFee/importData',
    field: 'carrierId',
    layouts: carrierLayouts,
    others: {},
    owner: ({ number, source, currency }) =>
      made('/FinanceCarrier/insert', {
        name: `承运商 ${number}`,
        source: (ownValue(carrierSources, source) ?? carrierSources.dhl)[0],
        number,
        currency,
      }),
  },
  firstLeg: {
    path: '/FinanceFirstLegFee/import',
    field: 'shipmentId',
    layouts: [],
    others: { packingList: ofShipment(packingList(packed), 'HJ-LIST', false), firstLegSheet: ofShipment(leg, 'HJ-SHEET', true) },
    owner: ({ number }) => made('/FinanceFirstLegShipment/insert', { shipmentNo: number, stage: 1, period: '2026-10' }),
  },
  platformOrders: {
    path: '/platformOrderLine/importData',
    field: 'warehouseId',
    layouts: [],
    others: {
      order1688: {
        content: ordered,
        number: 'W1688',
        isNamed: false,
        source: '',
        currency: '',
        table: tableOf(ordered, undefined),
        doubled: 'counted',
        changed: 'same',
      },
    },
    owner: ({ number }) => made('/warehouseManage/insert', { code: number, name: `仓 ${number}`, kind: 1 }, 'admin'),
    as: 'admin',
  },
  deviceEvents: {
    path: '/attendanceDevice/importData',
    field: 'deviceId',
    layouts: [],
    others: Object.fromEntries(
      Object.entries(deviceFiles).map(([code, content]): [string, Sample] => [
        code,
        {
          content,
          number: code,
          isNamed: false,
          source: '',
          currency: '',
          table: tableOf(content, undefined),
          doubled: 'same',
          changed: 'same',
        },
      ]),
    ),
    owner: async ({ number }) => {
      const workplaceId = await made('/hrWorkplace/insert', { name: `地点 ${number}` }, 'admin')
      return made('/attendanceDevice/insert', { name: `考勤机 ${number}`, workplaceId }, 'admin')
    },
    as: 'admin',
  },
}

let numbers = 62_220_000
function sampleOf(layout: SheetLayout): Sample {
  const number = String((numbers += 1))
  const table = fileOfLayout(layout, number)
  const isKnownBy = (what: string): boolean => layout.identity === undefined || layout.identity.includes(what)
  return {
    table,
    number,
    content: textOf(table.rows, table.separator),
    source: layout.source,
    currency: currencyOfLayout(layout),
    isNamed: layout.owner !== undefined,
    doubled: isHeldTogether(layout) ? 'waiting' : 'counted',
    changed: isHeldTogether(layout) ? 'waiting' : isKnownBy('amount') ? 'counted' : 'same',
  }
}

const families = areas.flatMap(area => area.families ?? []).filter(family => family.ownerOf !== undefined)
const kinds = families.flatMap(family => family.kinds.map(kind => [family.code, kind.code] as const))
test('every family of other owners, and each of its kinds, has a file here', () => {
  expect(Object.keys(ways).toSorted()).toEqual(families.map(family => family.code).toSorted())
  const known = Object.entries(ways).flatMap(([code, { layouts, others }]) =>
    [...layouts.filter(one => one.tagged === undefined).map(one => one.code), ...Object.keys(others)].map(kind => `${code} ${kind}`),
  )
  expect(known.toSorted()).toEqual(kinds.map(pair => pair.join(' ')).toSorted())
})

const tables = [...families.map(family => family.factTable ?? ''), 'final_leg_fee', 'first_leg_share', 'import_seen', 'import_finding']
/** All lines, and what follows from them, whichever import they are noted under. */
async function everything(): Promise<unknown> {
  const [row] = await h.sql(
    `select ${tables
      .map(
        t =>
          `(select count(*) || ':' || coalesce(md5(string_agg(v.line, '|' order by v.line)), '') from ${t} t cross join lateral
            (select (to_jsonb(t) - '{id,version,import_id,record_id,created_at,updated_at}'::text[])::text as line) v) as ${t}`,
      )
      .join(', ')}`,
  )
  return row
}

test.each(Object.entries(ways))(
  '%s: no workbook under a password, no archive of two files, no owner of somebody else, nobody without the right',
  async (_, way) => {
    const ownerId = await way.owner({ number: '990001', source: '', currency: 'CNY' })
    for (const [name, content] of [
      ['new.xlsx', lockedWorkbook()],
      ['old.xls', madeXls([['a', 'b']], true)],
      ['two.zip', madeZip({ 'a.txt': 'a,b\n', 'b.txt': 'a,b\n' })],
    ] as const) {
      const told = await h.import(name, content, { path: way.path, owner: { [way.field]: ownerId }, as: await clerkOf(way) })
      expect([name, told.state, told.errors[0]?.reason]).toEqual([name, 'refused', expect.stringMatching(/密码|压缩包里有 2 个文件/)])
    }
    const { data } = await h.upload('x.csv', 'a,b\n1,2\n')
    const strange = await (await clerkOf(way)).post(way.path, { fileIds: [data.id], [way.field]: '999999999' })
    expect([strange.code, strange.msg]).toEqual([1002, expect.stringContaining('不存在或无权使用')])
    expect((await (await h.signIn('employee')).post(way.path, { fileIds: [data.id], [way.field]: ownerId })).code).toBe(1003)
  },
)

/** What makes kinds differ in what bad files become of them; how a layout says amounts and owner shows where its file is taken. */
const shapeOf = ([family, kind]: (typeof kinds)[number]): string[] => {
  const layout = ways[family]?.layouts.find(one => one.code === kind)
  return layout === undefined ? [family] : [family, layout.tagged ? 'tagged' : isHeldTogether(layout) ? 'held' : 'loose']
}
const deep: ReadonlySet<(typeof kinds)[number]> = new Set(oneOfEachShape(kinds, shapeOf))

describe.each(kinds.map(pair => [...pair, deep.has(pair)] as const))('%s %s', (family, kind, isDeep) => {
  const way = ways[family] as Way
  const layout = way.layouts.find(one => one.code === kind && one.tagged === undefined)
  const sample = way.others[kind] ?? (layout && sampleOf(layout))
  if (sample === undefined) throw new Error(`${kind} has no file`)
  const { table, content } = sample
  let ownerId: string
  let before: unknown
  let taken: unknown
  let lines = 0
  const said = (told: ImportDetails): string => JSON.stringify([told.state, told.errors, told.doubts, told.notes])
  const bring = async (name: string, bytes: Buffer | string, id = ownerId): Promise<ImportDetails> =>
    h.import(name, bytes, { path: way.path, owner: { [way.field]: id }, as: await clerkOf(way) })
  const giveUp = (id: string) => clerkOf(way).then(clerk => clerk.post('/fileImportHistory/cancel', { id }))
  beforeAll(async () => {
    ownerId = await way.owner(sample)
    before = await everything()
  })

  test('taken once; again as a workbook, an old workbook, UTF-16 and GBK nothing is new', async () => {
    const told = await bring('first.txt', content)
    expect([told.state, told.doubts, told.lines.refused, told.lines.unchanged], said(told)).toEqual(['done', [], 0, 0])
    lines = told.lines.merged
    expect(lines).toBe(layout === undefined ? lines : 4)
    expect(lines).toBeGreaterThan(0)
    taken = await everything()
    expect(taken).not.toEqual(before)
    if (!isDeep) return
    const forms: [string, Buffer | string][] = [['wide.txt', Buffer.from(`\uFEFF${content}`, 'utf16le')]]
    if (table !== null) forms.push(['new.xlsx', workbookOfRows(table.rows)], ['old.xls', madeXls(table.rows)])
    if (table !== null && /[^\u0000-\u007F]/.test(content)) forms.push(['gbk.csv', encode(content, 'gb18030')])
    for (const [name, bytes] of forms) {
      const again = await bring(name, bytes)
      expect([name, again.state, again.lines.merged, again.lines.unchanged], said(again)).toEqual([name, 'done', 0, lines])
    }
    taken = await everything()
  })

  test.runIf(isDeep)('cut, twice in itself, a formula, an owner that does not fit: nothing is kept', async () => {
    const files: [string, Buffer | string][] = []
    if (table === null) files.push(['cut.txt', content.trimEnd().slice(0, -30)])
    else {
      const last = lastLine(table)
      const row = table.rows[last] ?? []
      const column = row.findLastIndex(cell => /^-?\d[\d.]*$/.test(cell))
      const cut = row.slice(0, Math.ceil(row.length / 3)).map(cell => (cell === '' ? 'x' : cell))
      files.push(
        ['cut.txt', textOf([...table.rows.slice(0, last), cut], table.separator).trimEnd()],
        ['twice.txt', content + content],
        ['formula.xlsx', workbookOfRows(table.rows, { row: last, column })],
      )
    }
    for (const [name, bytes] of files) {
      const told = await bring(name, bytes)
      expect(['refused', 'waiting'], `${name} ${said(told)}`).toContain(told.state)
      expect(said(told), name).toMatch(/[一-鿿]/)
      if (told.state === 'waiting') await giveUp(told.id)
    }
    // of another number, of another bank or carrier, in another currency: as far as the file tells
    const number = `${sample.number}9`
    const others: Owner[] = []
    if (sample.isNamed) others.push({ ...sample, number })
    if (sample.source !== '') others.push({ ...sample, number: `${number}9`, source: 'nobody' })
    // a shipment has costs in any currency; goods of a warehouse and punches have none
    if (sample.currency !== '' && family !== 'firstLeg')
      others.push({ ...sample, number: sample.isNamed ? `${sample.number}8` : number, currency: 'JPY' })
    for (const other of others) {
      const told = await bring('elsewhere.txt', content, await way.owner(other))
      expect([other, told.state], said(told)).toEqual([other, 'refused'])
      expect(told.errors[0]?.reason).toMatch(/账号|客户号|货件号|属于|币种/)
    }
    expect(await everything()).toEqual(taken)
    expect(await h.sql('select import_id from sheet_staging')).toEqual([])
  })

  test.runIf(isDeep)('a line that stands twice and a changed amount are told, and never lost', async () => {
    if (table === null) return
    const becomes = (told: ImportDetails): string => (told.state === 'done' ? (told.lines.merged > 0 ? 'counted' : 'same') : told.state)
    for (const [name, bytes, expected] of [
      ['doubled.txt', textOf(doubledLine(table), table.separator), sample.doubled],
      ['changed.txt', changedAmount(table), sample.changed],
    ] as const) {
      const told = await bring(name, bytes)
      expect([name, becomes(told)], said(told)).toEqual([name, expected])
      if (told.state === 'waiting') await giveUp(told.id)
    }
  })

  test('deleting its imports gives back the state before', async () => {
    const runs = await h.sql(`select id::text as id from import_run where state = 2 order by id desc`)
    for (const { id } of runs) {
      const told = await (await clerkOf(way)).post('/fileImportHistory/delete', { id })
      expect(told.code, told.msg).toBe(0)
    }
    expect(await everything()).toEqual(before)
  })
})
