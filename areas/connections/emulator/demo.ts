/**
 * The demo company's side of the marketplaces: what its shop left to its connection lies in the data folder, and a server of this machine
 * tells of it. Its days are fixed: later ones have nothing to report.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { marketplaceSeed } from '#areas/reference/index.ts'
import type { LeftFiles } from '#areas/finance/index.ts'
import { toStored } from '#platform/declare/sentence.ts'
import { instantMs, readInstant } from '#platform/format/instants.ts'
import type { DemoPeople, House } from '#platform/server/area.ts'
import { addRecord, create } from '#platform/server/records.ts'
import { amazon } from '../amazon/index.ts'
import { marketplaceApp, notOfDemo, planStates, shopConnection, syncPlan } from '../tables.ts'
import { AmazonEmulator, type Company } from './amazon.ts'

interface Left {
  readonly site: string
  readonly name: string
  /** by code of the report */
  readonly files: readonly { readonly report: string; readonly since: string; readonly text: string }[]
}
const fileOf = (dataDir: string): string => join(dataDir, 'marketplaces', 'amazon.json')

/** Begins when it is first asked for: without a connection of a demonstration nothing listens. */
export function demoEmulator(dataDir: string): () => Promise<string> {
  let address: Promise<string> | null = null
  const begin = async (): Promise<string> =>
    new AmazonEmulator(companyOf(JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as Left)).start()
  return () =>
    (address ??= begin().catch((error: unknown) => {
      address = null
      throw error
    }))
}

function companyOf({ site: id, name, files }: Left): Company {
  const of = (report: string) => files.filter(one => one.report === report)
  return {
    isQuick: true,
    sites: [{ id, name }],
    made: of('settlement').map(one => ({
      type: typeOf('settlement'),
      site: id,
      made: one.since,
      bytes: Buffer.from(one.text),
    })),
    asked: (type, site, from, to) => (site === id && type === typeOf('orders') ? updatedIn(of('orders')[0]?.text ?? '', from, to) : null),
  }
}

const typeOf = (code: string): string => {
  const source = amazon.sources[code]
  return source?.by === 'report' ? source.type : ''
}

/** The orders that changed in this time, as the report of them tells; null: none. */
function updatedIn(text: string, from: string, to: string): Buffer | null {
  const [head = '', ...lines] = text.split(/(?<=\n)/)
  const at = head.split('\t').indexOf('last-updated-date')
  const [since, until] = [instantMs(from), instantMs(to)]
  const told = lines.filter(line => {
    const changed = readInstant(line.split('\t')[at] ?? '')
    return changed !== null && changed >= since && changed <= until
  })
  return told.length === 0 ? null : Buffer.from(head + told.join(''))
}

/** Keeps what a shop left, and makes the connection by which it comes. */
export const leaveToConnections =
  (house: House, people: DemoPeople) =>
  async ({ shop, from, files }: LeftFiles): Promise<void> => {
    const { amazonId: site = null } = marketplaceSeed.find(({ code }) => code === shop.marketplaceCode) ?? {}
    if (site === null) throw new Error(`the marketplace ${shop.marketplaceCode} has no id`)
    const left: Left = { site, name: shop.marketplaceCode, files: files.map(({ kind, ...one }) => ({ report: kindReports[kind], ...one })) }
    await mkdir(dirname(fileOf(house.settings.dataDir)), { recursive: true })
    await writeFile(fileOf(house.settings.dataDir), JSON.stringify(left))
    const admin = await people.as('admin')
    const app = await addRecord(admin, marketplaceApp, { name: '演示应用', platform: 1, region: 1, clientId: 'demo', clientSecret: 'demo' })
    const { id } = await addRecord(
      admin,
      shopConnection,
      { name: `演示：${shop.name}`, appId: app.id, refreshToken: 'demo', backfillFrom: from },
      { besides: { runsAs: admin.caller.accountId, isEmulated: true } },
    )
    const told = new Set(left.files.map(one => one.report))
    const why = toStored(notOfDemo)
    for (const report of Object.keys(amazon.sources).filter(code => !told.has(code)))
      await create(admin, syncPlan, { connectionId: id, shopId: shop.id, report, backfillFrom: from, state: planStates.off[0], why })
  }
const kindReports = { settlement: 'settlement', orders: 'orders', transaction: '' } as const
