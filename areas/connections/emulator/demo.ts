/**
 * The demo company's side of the marketplaces: what its shops left to their connections lies in the data folder, and a server of this
 * machine tells of it. Its days are fixed: later ones have nothing to report.
 */
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { marketplaceSeed, platformChoices } from '#areas/reference/index.ts'
import { toStored } from '#platform/declare/sentence.ts'
import { instantMs, readInstant } from '#platform/format/instants.ts'
import { defined, type DemoPeople, type House, type LeftFile, type LeftFiles } from '#platform/server/area.ts'
import { addRecord, create } from '#platform/server/records.ts'
import { amazon } from '../amazon/index.ts'
import { platformOf } from '../core/platforms.ts'
import { marketplaceApp, notOfDemo, planStates, shopConnection, syncPlan } from '../tables.ts'
import { AmazonEmulator, type Company } from './amazon.ts'

/** What one shop left to its marketplace. */
interface Left {
  readonly platform: number
  /** as calls name it */
  readonly site: string
  readonly name: string
  readonly files: readonly LeftFile[]
  /** the public key of a seller who signs (SPKI, DER, base64) */
  readonly key?: string
}
const folderOf = (dataDir: string): string => join(dataDir, 'marketplaces')
const fileOf = (dataDir: string): string => join(folderOf(dataDir), 'left.json')
/** every key of a demonstration */
const demo = 'demo'

/** Begins when it is first asked for: without a connection of a demonstration nothing listens. */
export function demoEmulator(dataDir: string): () => Promise<string> {
  let address: Promise<string> | null = null
  const begin = async (): Promise<string> =>
    new AmazonEmulator(companyOf(JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as readonly Left[])).start()
  return () =>
    (address ??= begin().catch((error: unknown) => {
      address = null
      throw error
    }))
}

function companyOf(all: readonly Left[]): Company {
  const of = (report: string): readonly LeftFile[] => all.flatMap(({ files }) => files.filter(one => one.report === report))
  const rows = (report: string): readonly object[] => of(report).flatMap(({ text }) => JSON.parse(text) as object[])
  const [amazonSide, ebaySide] = [platformChoices.amazon, platformChoices.ebay].map(([number]) => all.find(one => one.platform === number))
  const [statement] = of('walmartStatement')
  return {
    isQuick: true,
    sites: amazonSide === undefined ? [] : [{ id: amazonSide.site, name: amazonSide.name }],
    made: of('settlement').map(({ since, text }) => ({
      type: typeOf('settlement'),
      site: amazonSide?.site ?? '',
      ...(since === undefined ? {} : { made: since }),
      bytes: Buffer.from(text),
    })),
    asked: (type, site, from, to) =>
      site === amazonSide?.site && type === typeOf('orders') ? updatedIn(of('orders')[0]?.text ?? '', from, to) : null,
    others: {
      ebay: {
        ...(ebaySide === undefined ? {} : { site: ebaySide.site }),
        orders: rows('ebayOrders'),
        transactions: rows('ebayTransactions'),
        payouts: rows('ebayPayouts'),
      },
      ...(ebaySide?.key === undefined ? {} : { ebayKey: Buffer.from(ebaySide.key, 'base64') }),
      walmart: {
        orders: rows('walmartOrders'),
        files: Object.fromEntries(of('walmartReconciliation').map(({ since = '', text }) => [walmartDay(since), Buffer.from(text)])),
        statement: statement === undefined ? null : (JSON.parse(statement.text) as object),
      },
      aliexpress: { orders: rows('aliexpressOrders'), loans: rows('aliexpressPayouts'), secret: demo },
    },
  }
}

const typeOf = (code: string): string => {
  const source = amazon.sources[code]
  return source?.by === 'report' ? source.type : ''
}
/** `11242026` */
const walmartDay = (day: string): string => `${day.slice(5, 7)}${day.slice(8, 10)}${day.slice(0, 4)}`

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

/** What shops left while the company was made, by shop; `connect` keeps it and makes the connections by which it comes. */
export function demoConnections(house: House) {
  const kept = new Map<string, LeftFiles>()
  return {
    leave: (left: LeftFiles): void => {
      const { files = [] } = kept.get(left.shop.id) ?? {}
      kept.set(left.shop.id, { ...left, files: [...files, ...left.files] })
    },
    connect: async (people: DemoPeople): Promise<void> => {
      const all: Left[] = []
      for (const left of kept.values()) all.push(await connected(people, left))
      await mkdir(folderOf(house.settings.dataDir), { recursive: true })
      await writeFile(fileOf(house.settings.dataDir), JSON.stringify(all))
    },
  }
}

async function connected(people: DemoPeople, { shop, from, files }: LeftFiles): Promise<Left> {
  const { platform, code, amazonId } = defined(
    marketplaceSeed.find(one => one.code === shop.marketplaceCode),
    `the marketplace ${shop.marketplaceCode}`,
  )
  const { title, sources, siteOf } = platformOf(platform)
  const keys = platform === platformChoices.ebay[0] ? generateKeyPairSync('ed25519') : null
  const signing =
    keys === null ? {} : { signingKey: keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), signingName: demo }
  const admin = await people.as('admin')
  const told = { name: `演示应用 ${title[0]}`, platform, region: 1, clientId: demo, clientSecret: demo, ...signing }
  const app = await addRecord(admin, marketplaceApp, told)
  const { id } = await addRecord(
    admin,
    shopConnection,
    { name: `演示：${shop.name}`, appId: app.id, refreshToken: demo, backfillFrom: from },
    { besides: { runsAs: admin.caller.accountId, isEmulated: true } },
  )
  const why = toStored(notOfDemo)
  for (const report of Object.keys(sources).filter(source => !files.some(one => one.report === source)))
    await create(admin, syncPlan, { connectionId: id, shopId: shop.id, report, backfillFrom: from, state: planStates.off[0], why })
  const key = keys?.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  return { platform, site: siteOf(code, amazonId ?? ''), name: code, files, ...(key === undefined ? {} : { key }) }
}
